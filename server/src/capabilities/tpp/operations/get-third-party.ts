import type { Context } from '#platform/work/context.ts';
import { type Block, isInForce, isSameSubject } from '../domain/block.ts';
import type { SeenCertificate, ThirdParty } from '../domain/third-party.ts';
import { listUnliftedBlocks } from '../store/blocks.store.ts';
import { findThirdParty, listSeenCertificates } from '../store/third-parties.store.ts';

export interface ThirdPartyDetails {
  /** Absent if the organisation never called. */
  readonly thirdParty: ThirdParty | undefined;
  readonly certificates: readonly SeenCertificate[];
  /** Blocks of the organisation and of its certificates. */
  readonly blocks: readonly Block[];
}

/** Returns what is known about an organisation; undefined if nothing is. */
export async function getThirdParty(
  ctx: Context,
  organisationId: string,
): Promise<ThirdPartyDetails | undefined> {
  const key = { bankId: ctx.bankId, organisationId };
  const [thirdParty, certificates, unlifted] = await Promise.all([
    findThirdParty(ctx.db, key),
    listSeenCertificates(ctx.db, key),
    listUnliftedBlocks(ctx.db, ctx.bankId),
  ]);
  const subjects = [
    { kind: 'organisation', organisationId } as const,
    ...certificates.map((one) => ({ kind: 'certificate', ...one }) as const),
  ];
  const now = ctx.clock.now();
  const blocks = unlifted.filter(
    (block) => isInForce(block, now) && subjects.some((subject) => isSameSubject(block.subject, subject)),
  );
  if (thirdParty === undefined && blocks.length === 0) return undefined;
  return { thirdParty, certificates, blocks };
}

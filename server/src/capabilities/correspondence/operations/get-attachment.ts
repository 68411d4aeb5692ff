import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { ownNumbers } from '../steps/own-numbers.ts';
import { readerOf } from '../steps/reader-of.ts';
import { type AttachmentFile, type AttachmentVisibility, findAttachment } from '../store/attachments.read.ts';

/** A link as it came back. */
export interface FollowedLink {
  readonly attachmentId: string;
  readonly untilSeconds: number;
  readonly mark: string;
}

/** The file behind a link. One that ended, was made for another, or leads to what is foreign leads nowhere. */
export async function getAttachment(
  ctx: Context & CorrespondencePorts,
  { attachmentId, mark, untilSeconds }: FollowedLink,
): Promise<AttachmentFile> {
  const { bankId, caller, clock, correspondenceVault: vault } = ctx;
  const now = clock.now();
  const isMeant = vault.isLinkMark(mark, { bankId, attachmentId, readerId: readerOf(caller), untilSeconds });
  if (!isMeant || epochSeconds(now) > untilSeconds) throw standardProblems['not-found']();
  const criteria = { bankId, attachmentId, now, reach: reachOf(ctx) };
  if (caller.kind !== 'employee') return found(await findAttachment(ctx.db, vault, criteria));
  return runCommand(ctx, async (work) => {
    const file = found(await findAttachment(work, vault, criteria));
    work.audit({
      aggregateKind: 'attachment',
      aggregateId: attachmentId,
      changes: [{ field: 'read', after: 'personal' }],
    });
    return file;
  });
}

function found(file: AttachmentFile | undefined): AttachmentFile {
  if (file === undefined) throw standardProblems['not-found']();
  return file;
}

function reachOf({ caller, gateways }: Context & CorrespondencePorts): AttachmentVisibility {
  switch (caller.kind) {
    case 'employee':
      return { kind: 'all' };
    case 'application':
      return { kind: 'media', media: gateways.mediaOf(caller.clientId) };
    case 'anonymous':
    case 'customer':
    case 'system':
    case 'tpp':
      return { kind: 'own', own: ownNumbers(caller) };
  }
}

import { virtualShard } from '#platform/kernel/ids.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { insertToken, knownSerials } from '../store/oath-tokens.store.ts';

/** A token of a delivery. */
export interface ImportedToken {
  readonly serial: string;
  readonly kind: 'totp' | 'hotp' | 'ocra';
  /** Hash, or the whole suite of OCRA. */
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
  readonly seed: Secret<Uint8Array>;
  readonly counter: number | undefined;
  /** In steps. */
  readonly drift: number;
}

/** What became of a delivery. */
export interface ImportedTokens {
  readonly entered: number;
  /** Serial numbers that were there before; they stay as they are. */
  readonly known: readonly string[];
}

/** Enters the tokens of a delivery into the stock. All of them, or none; one that is known stays as it is. */
export async function importTokens(
  ctx: Context & AuthorizationPorts,
  tokens: readonly ImportedToken[],
): Promise<ImportedTokens> {
  const { bankId, clock, ids, seedVault } = ctx;
  const now = clock.now();
  const sealed = await Promise.all(
    tokens.map(async (token) => {
      const tokenId = ids.uuid(virtualShard(bankId, token.serial));
      return { ...token, tokenId, sealedSeed: await seedVault.seal(bankId, tokenId, token.seed) };
    }),
  );
  return runCommand(ctx, async (work) => {
    const known = await knownSerials(work, { bankId, serials: tokens.map(({ serial }) => serial) });
    const fresh = sealed.filter(({ serial }) => !known.has(serial));
    for (const { seed: _, ...token } of fresh) {
      insertToken(work, { ...token, bankId, userId: undefined, deviceId: undefined, status: 'stock', now });
    }
    work.audit({
      aggregateKind: 'oath-tokens',
      aggregateId: bankId,
      changes: [{ field: 'imported', after: fresh.length }],
    });
    return { entered: fresh.length, known: [...known].sort() };
  });
}

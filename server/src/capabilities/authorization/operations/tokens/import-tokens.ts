import { virtualShard } from '#platform/kernel/ids.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { insertToken, listKnownSerials } from '../../store/oath-tokens.store.ts';

/** A token of a delivery. */
export interface ImportedToken {
  readonly serial: string;
  readonly kind: 'totp' | 'hotp' | 'ocra';
  /** Hash function, or the whole suite of an OCRA token. */
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
  readonly seed: Secret<Uint8Array>;
  readonly counter: number | undefined;
  /** In time steps. */
  readonly drift: number;
}

/** Result of an import. */
export interface ImportedTokens {
  readonly imported: number;
  /** Serial numbers that existed before; their tokens are unchanged. */
  readonly known: readonly string[];
}

/** Inserts the tokens of a delivery into the stock, all or none; existing tokens are unchanged. */
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
    const known = await listKnownSerials(work, { bankId, serials: tokens.map(({ serial }) => serial) });
    const fresh = sealed.filter(({ serial }) => !known.has(serial));
    for (const { seed: _, ...token } of fresh) {
      insertToken(work, { ...token, bankId, userId: undefined, deviceId: undefined, status: 'stock', now });
    }
    work.audit({
      aggregateKind: 'oath-tokens',
      aggregateId: bankId,
      changes: [{ field: 'imported', after: fresh.length }],
    });
    return { imported: fresh.length, known: [...known].sort() };
  });
}

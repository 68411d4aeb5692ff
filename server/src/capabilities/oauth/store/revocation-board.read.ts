import type { TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { isEnded, listRevocations } from './revocations.store.ts';

/** What is revoked, in memory; asked on every request, read anew every few seconds. */
export interface TokenRevocationBoard extends TokenRevocations {
  refresh(): Promise<void>;
}

interface Revoked {
  /** `token` and `grant` with their value. */
  readonly names: ReadonlySet<string>;
  /** Clients, and the second up to which their tokens are void. */
  readonly clients: ReadonlyMap<string, number>;
  /** Accounts, and the moment up to which what they signed in to has ended. */
  readonly accounts: ReadonlyMap<string, number>;
}

/**
 * A process that has just read a client goes on with what it read, and its clock may be another: what it issues this
 * much later is void as well. Whoever switches a client on again at once waits as long.
 */
const underWaySeconds = 5;

const nothing: Revoked = { names: new Set(), clients: new Map(), accounts: new Map() };

/** Keeps the revocations of all banks at hand. */
export function createTokenRevocationBoard(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: readonly string[];
}): TokenRevocationBoard {
  const { banks, clock, database } = options;
  const byBank = new Map<string, Revoked>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const rows = await listRevocations(database.forBank(bankId), bankId, clock.now());
    const of = (wanted: string): typeof rows => rows.filter(({ kind }) => kind === wanted);
    byBank.set(bankId, {
      names: new Set([...of('token'), ...of('grant')].map(({ kind, value }) => `${kind} ${value}`)),
      clients: new Map(
        of('client').map(({ revokedAt, value }) => [value, epochSeconds(revokedAt) + underWaySeconds]),
      ),
      accounts: new Map(of('account').map(({ revokedAt, value }) => [value, revokedAt.epochMilliseconds])),
    });
  };

  return {
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    isRevoked: ({ banks: of, clientId, customer, grantId, issuedAtSeconds, subject, tokenId }) =>
      of.some((bankId) => {
        const { accounts, clients, names } = byBank.get(bankId) ?? nothing;
        const signedInAtSeconds = customer && epochSeconds(customer.authenticatedAt);
        if (signedInAtSeconds !== undefined && isEnded(accounts, { accountId: subject, signedInAtSeconds }))
          return true;
        const until = clients.get(clientId);
        return (
          names.has(`token ${tokenId}`) ||
          (grantId !== undefined && names.has(`grant ${grantId}`)) ||
          (until !== undefined && issuedAtSeconds <= until)
        );
      }),
  };
}

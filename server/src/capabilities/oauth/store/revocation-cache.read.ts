import type { RevocableToken, TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { listCutOffs } from './cut-offs.store.ts';
import { isEnded, listRevocations } from './revocations.store.ts';

/** What is revoked, in memory; asked on every request, read anew every few seconds. */
export interface TokenRevocationCache extends TokenRevocations {
  refresh(): Promise<void>;
}

interface Revoked {
  /** `token` and `grant` with their value. */
  readonly names: ReadonlySet<string>;
  /** Clients, and the second up to which their tokens are void. */
  readonly clients: ReadonlyMap<string, number>;
  /** Accounts, and the moment up to which what they signed in to has ended. */
  readonly accounts: ReadonlyMap<string, number>;
  /** Members of staff whose tokens are void, whenever they were issued and by whom. */
  readonly cutOffs: ReadonlySet<string>;
  /** The second up to which every token of the bank is void. */
  readonly bankUntil: number | undefined;
}

/**
 * A process that has just read a client goes on with what it read, and its clock may be another: what it issues this
 * much later is void as well. Whoever switches a client on again at once waits as long.
 */
const underWaySeconds = 5;

const nothing: Revoked = {
  names: new Set(),
  clients: new Map(),
  accounts: new Map(),
  cutOffs: new Set(),
  bankUntil: undefined,
};

/** Keeps the revocations of all banks at hand. */
export function createTokenRevocationCache(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: readonly string[];
}): TokenRevocationCache {
  const { banks, clock, database } = options;
  const byBank = new Map<string, Revoked>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const db = database.forBank(bankId);
    const [rows, cutOffs] = await Promise.all([
      listRevocations(db, bankId, clock.now()),
      listCutOffs(db, bankId),
    ]);
    const of = (wanted: string): typeof rows => rows.filter(({ kind }) => kind === wanted);
    byBank.set(bankId, {
      names: new Set([...of('token'), ...of('grant')].map(({ kind, value }) => `${kind} ${value}`)),
      clients: new Map(
        of('client').map(({ revokedAt, value }) => [value, epochSeconds(revokedAt) + underWaySeconds]),
      ),
      accounts: new Map(of('account').map(({ revokedAt, value }) => [value, revokedAt.epochMilliseconds])),
      cutOffs: new Set(cutOffs.map(({ employeeId }) => employeeId)),
      bankUntil: of('bank').map(({ revokedAt }) => epochSeconds(revokedAt) + underWaySeconds)[0],
    });
  };

  return {
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    isRevoked: (token) => token.banks.some((bankId) => isRevokedIn(byBank.get(bankId) ?? nothing, token)),
  };
}

function isRevokedIn(revoked: Revoked, token: RevocableToken): boolean {
  const { bankUntil, clients, names } = revoked;
  const { clientId, grantId, issuedAtSeconds, tokenId } = token;
  return (
    isPersonRevoked(revoked, token) ||
    names.has(`token ${tokenId}`) ||
    (grantId !== undefined && names.has(`grant ${grantId}`)) ||
    issuedAtSeconds <= Math.max(clients.get(clientId) ?? never, bankUntil ?? never)
  );
}

const never = Number.NEGATIVE_INFINITY;

function isPersonRevoked({ accounts, cutOffs }: Revoked, token: RevocableToken): boolean {
  const { customer, employee, issuedAtSeconds, subject } = token;
  if (employee !== undefined) {
    if (cutOffs.has(employee.id)) return true;
    // An issuer elsewhere need not say when somebody signed in; then it was when the token was issued.
    const signedInAtSeconds = epochSeconds(employee.authenticatedAt) || issuedAtSeconds;
    return isEnded(accounts, { accountId: employeeAccountId(employee.id), signedInAtSeconds });
  }
  return (
    customer !== undefined &&
    isEnded(accounts, { accountId: subject, signedInAtSeconds: epochSeconds(customer.authenticatedAt) })
  );
}

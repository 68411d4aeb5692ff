import type { RevocableToken, TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { listCutOffs } from './cut-offs.store.ts';
import { isEnded, listRevocations } from './revocations.store.ts';

/** Revocations in memory. Every request checks them; the process reloads them every few seconds. */
export interface TokenRevocationCache extends TokenRevocations {
  refresh(): Promise<void>;
}

interface Revoked {
  /** Kind (`token` or `grant`) and value. */
  readonly names: ReadonlySet<string>;
  /** Clients, and the second up to which their tokens are void. */
  readonly clients: ReadonlyMap<string, number>;
  /** Accounts, and the time up to which their sign-ins have ended. */
  readonly accounts: ReadonlyMap<string, number>;
  /** Employees whose tokens are void, regardless of issuer and time. */
  readonly cutOffs: ReadonlySet<string>;
  /** The second up to which every token of the bank is void. */
  readonly bankUntil: number | undefined;
}

/**
 * A process that has just read a client continues with the old state, and its clock may differ: tokens that it issues
 * this much later are void as well. An operator who enables a client again at once waits as long.
 */
const underWaySeconds = 5;

const nothing: Revoked = {
  names: new Set(),
  clients: new Map(),
  accounts: new Map(),
  cutOffs: new Set(),
  bankUntil: undefined,
};

/** Creates the revocation cache of all banks. */
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
    // Configured issuers need not send the sign-in time; then the issue time of the token counts.
    const signedInAtSeconds = epochSeconds(employee.authenticatedAt) || issuedAtSeconds;
    return isEnded(accounts, { accountId: employeeAccountId(employee.id), signedInAtSeconds });
  }
  return (
    customer !== undefined &&
    isEnded(accounts, { accountId: subject, signedInAtSeconds: epochSeconds(customer.authenticatedAt) })
  );
}

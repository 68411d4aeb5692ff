import type { Temporal } from 'temporal-polyfill';
import type { RevocableToken, TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { listCutOffs } from './cut-offs.store.ts';
import {
  findOldestTransaction,
  isEnded,
  type ListedRevocation,
  listRevocations,
  listRevocationsSince,
} from './revocations.store.ts';

/** Revocations in memory. Every request checks them; the process reloads them every few seconds. */
export interface TokenRevocationCache extends TokenRevocations {
  refresh(): Promise<void>;
}

interface Revoked {
  /** Kind (`token` or `grant`) and value. */
  readonly names: Set<string>;
  /** Clients, and the second up to which their tokens are void. */
  readonly clients: Map<string, number>;
  /** Accounts, and the time up to which their sign-ins have ended. */
  readonly accounts: Map<string, number>;
  /** Employees whose tokens are void, regardless of issuer and time. */
  cutOffs: ReadonlySet<string>;
  /** The second up to which every token of the bank is void. */
  bankUntil: number | undefined;
}

/** The revocations of a bank, and up to where they were read. */
interface BankRevocations {
  readonly revoked: Revoked;
  readonly listedAt: Temporal.Instant;
  /** The oldest transaction that was open then; those of it and after it may be unread. */
  readonly since: bigint;
}

/**
 * All revocations are read this often, those that are new every time. This leaves out what has expired, and after a
 * failover to a standby, where transactions may have lower numbers, it finds what was missed.
 */
const listAllSeconds = 60;

/**
 * A process that has just read a client continues with the old state, and its clock may differ: tokens that it issues
 * this much later are void as well. An operator who enables a client again at once waits as long.
 */
const underWaySeconds = 5;

function nothingRevoked(): Revoked {
  return {
    names: new Set(),
    clients: new Map(),
    accounts: new Map(),
    cutOffs: new Set(),
    bankUntil: undefined,
  };
}

const nothing = nothingRevoked();

/** Creates the revocation cache of all banks. */
export function createTokenRevocationCache(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: readonly string[];
}): TokenRevocationCache {
  const { banks, clock, database } = options;
  const byBank = new Map<string, BankRevocations>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const db = database.forBank(bankId);
    const now = clock.now();
    // Before the rows: a transaction that ends in between is read again next time.
    const since = await findOldestTransaction(db);
    const known = byBank.get(bankId);
    const earlier = known !== undefined && isCurrent(known, since, now) ? known : undefined;
    const [rows, cutOffs] = await Promise.all([
      earlier === undefined
        ? listRevocations(db, bankId, now)
        : listRevocationsSince(db, bankId, earlier.since),
      listCutOffs(db, bankId),
    ]);
    const revoked = earlier?.revoked ?? nothingRevoked();
    for (const row of rows) addRevocation(revoked, row);
    revoked.cutOffs = new Set(cutOffs.map(({ employeeId }) => employeeId));
    byBank.set(bankId, { revoked, since, listedAt: earlier?.listedAt ?? now });
  };

  return {
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    isRevoked: (token) =>
      token.banks.some((bankId) => isRevokedIn(byBank.get(bankId)?.revoked ?? nothing, token)),
  };
}

function isCurrent({ listedAt, since }: BankRevocations, oldest: bigint, now: Temporal.Instant): boolean {
  return oldest >= since && now.epochMilliseconds - listedAt.epochMilliseconds < listAllSeconds * 1_000;
}

/** Adds or extends one revocation; a stored time only moves forward. */
function addRevocation(revoked: Revoked, { kind, revokedAt, value }: ListedRevocation): void {
  const untilSeconds = epochSeconds(revokedAt) + underWaySeconds;
  switch (kind) {
    case 'client':
      revoked.clients.set(value, untilSeconds);
      break;
    case 'account':
      revoked.accounts.set(value, revokedAt.epochMilliseconds);
      break;
    case 'bank':
      revoked.bankUntil = untilSeconds;
      break;
    default:
      revoked.names.add(`${kind} ${value}`);
  }
}

function isRevokedIn(revoked: Revoked, token: RevocableToken): boolean {
  const { names } = revoked;
  const { exchanged, grantId, issuedAtSeconds, tokenId } = token;
  return (
    isPersonRevoked(revoked, token) ||
    names.has(`token ${tokenId}`) ||
    names.has(`token ${exchanged?.tokenId}`) ||
    (grantId !== undefined && names.has(`grant ${grantId}`)) ||
    issuedAtSeconds <= voidUntil(revoked, token)
  );
}

/** Returns the second up to which the tokens of the clients of a token, and of its bank, are void. */
function voidUntil({ bankUntil, clients }: Revoked, { clientId, exchanged }: RevocableToken): number {
  const ofClients = [clientId, exchanged?.clientId ?? clientId].map((id) => clients.get(id) ?? never);
  return Math.max(...ofClients, bankUntil ?? never);
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

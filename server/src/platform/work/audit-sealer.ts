import type { Database, Session } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Log } from '#platform/log/logger.ts';
import { chainStart, hashEntry, type SealContent, type SealKey } from './audit-chain.ts';
import type { AuditHead, AuditHeads } from './audit-heads.ts';
import { type AuditRow, auditColumns, toEntry } from './audit-rows.ts';

export interface AuditSealerOptions {
  /** Connected as the worker. */
  readonly database: Database;
  readonly clock: Clock;
  readonly key: SealKey;
  readonly log: Log;
  /** The head is signed when the last seal is older than this. */
  readonly sealEverySeconds?: number;
  /** Stores the head outside the database; without it the sealer trusts whatever chain it finds. */
  readonly heads?: AuditHeads | undefined;
}

/** Why the chain of a bank needs an operator. */
export type SealerFailure =
  /** The chain in the database does not continue the stored head: nothing is sealed. */
  | 'refused'
  /** The stored head cannot be read: nothing is sealed. */
  | 'head-unreadable'
  /** Entries are sealed, but the new head could not be stored. */
  | 'head-not-stored';

export interface AuditSealer {
  /** Numbers and hashes one batch of a bank's entries; returns their number. */
  sealOnce(bankId: string): Promise<number>;
  /** Banks whose chain needs an operator. */
  failures(): ReadonlyMap<string, SealerFailure>;
}

const batchMax = 1_000;
const sealEverySecondsDefault = 60;

const begin = plainStatement('begin', 'control')([]);
const commit = plainStatement('commit', 'control')([]);
const rollback = plainStatement('rollback', 'control')([]);
const tryLock = plainStatement<{ is_mine: boolean }>(
  `select pg_try_advisory_xact_lock(hashtextextended('audit-sealer ' || $1, 0)) as is_mine`,
  'lock',
);
const findHead = plainStatement<{ entry_no: bigint; hash: string }>(
  `select entry_no, encode(hash, 'hex') as hash from platform.audit_entry where bank_id = $1 and entry_no is not null
    order by entry_no desc limit 1`,
);
// In the order of the index: the order of two entries of the same microsecond does not matter.
const listUnsealed = plainStatement<AuditRow>(
  `select ${auditColumns} from platform.audit_entry where bank_id = $1 and entry_no is null
    order by occurred_at limit ${batchMax}`,
);
// The table's trigger ensures that nothing is numbered twice.
const link = plainStatement(
  'select platform.number_audit_entries($1, $2::uuid[], $3::timestamptz[], $4::bigint[], $5::text[])',
  'write',
);
const findEntry = plainStatement<{ hash: string | null }>(
  `select encode(hash, 'hex') as hash from platform.audit_entry where bank_id = $1 and entry_no = $2`,
);
const findLastSeal = plainStatement<{ entry_no: bigint; age_seconds: number }>(
  `select entry_no, extract(epoch from $2::timestamptz - sealed_at)::float8 as age_seconds
     from platform.audit_seal where bank_id = $1 order by entry_no desc limit 1`,
);
const insertSeal = plainStatement(
  `insert into platform.audit_seal (bank_id, entry_no, hash, sealed_at, key_id, signature)
   values ($1, $2, decode($3, 'hex'), $4, $5, $6) on conflict do nothing`,
  'write',
);

/**
 * Numbers and hashes committed audit entries, one bank at a time, outside every command: a chain inside the command
 * would serialize all commands of a bank. It never continues a chain that is older than the head stored outside the
 * database.
 */
export function createAuditSealer(options: AuditSealerOptions): AuditSealer {
  const failures = new Map<string, SealerFailure>();
  const recordFailure = (bankId: string, failure: SealerFailure | undefined, error?: unknown): void => {
    if (failures.get(bankId) === failure) return;
    if (failure === undefined) failures.delete(bankId);
    else {
      failures.set(bankId, failure);
      options.log.error({ bankId, check: 'audit', state: failure, error }, 'audit chain needs an operator');
    }
  };
  return {
    failures: () => failures,
    async sealOnce(bankId) {
      const storedHead = await findStoredHead(bankId, options).catch((error: unknown) => {
        recordFailure(bankId, 'head-unreadable', error);
        return 'unreadable' as const;
      });
      if (storedHead === 'unreadable') return 0;
      const batch = await inSession(options.database, (session) =>
        sealBatch(session, { bankId, storedHead }, options),
      );
      if (batch === 'not-mine') return 0;
      if (batch === 'refused') {
        recordFailure(bankId, 'refused');
        return 0;
      }
      // After the commit: a head of uncommitted entries could not be continued.
      const isStored = await storeHead(bankId, storedHead, batch.head, options).catch((error: unknown) => {
        recordFailure(bankId, 'head-not-stored', error);
        return false;
      });
      if (isStored) recordFailure(bankId, undefined);
      return batch.links.length;
    },
  };
}

/** Returns the last numbered entry of a bank's chain. */
export async function findAuditHead(worker: Database, bankId: string): Promise<AuditHead | undefined> {
  const [head] = await worker.query(findHead([bankId]));
  return head && { entryNo: head.entry_no, hash: head.hash };
}

/** Whether the chain in the database contains the stored head, unchanged. */
export async function continuesHead(
  worker: Database,
  bankId: string,
  storedHead: AuditHead | undefined,
): Promise<boolean> {
  if (storedHead === undefined) return true;
  return isContinued(storedHead, await worker.query(findEntry([bankId, storedHead.entryNo])));
}

function isContinued(storedHead: AuditHead, known: readonly { hash: string | null }[]): boolean {
  // An operator may have accepted a database that has no sealed entry at all.
  return storedHead.entryNo === 0n || (known.length === 1 && known[0]?.hash === storedHead.hash);
}

async function findStoredHead(bankId: string, { heads }: AuditSealerOptions): Promise<AuditHead | undefined> {
  return heads?.find(bankId);
}

/** Stores a changed head. */
async function storeHead(
  bankId: string,
  storedHead: AuditHead | undefined,
  head: AuditHead,
  { heads, log }: AuditSealerOptions,
): Promise<boolean> {
  if (heads === undefined || head.entryNo === 0n || head.entryNo === storedHead?.entryNo) return true;
  await heads.save(bankId, head);
  if (storedHead === undefined)
    log.warn(
      { bankId, count: Number(head.entryNo), check: 'audit' },
      'no audit head stored, storing the first',
    );
  return true;
}

async function inSession<Result>(
  database: Database,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await database.session();
  let isClean = false;
  try {
    const result = await use(session);
    isClean = true;
    return result;
  } finally {
    session.release(isClean ? 'clean' : 'unknown');
  }
}

interface SealingRound {
  readonly bankId: string;
  readonly storedHead: AuditHead | undefined;
}

/** Opens the transaction, locks the chain of the bank and reads what there is to seal. */
async function beginRound(
  session: Session,
  { bankId, storedHead }: SealingRound,
  clock: Clock,
): Promise<SealerState> {
  const outcomes = await session.flush([
    begin,
    tryLock([bankId]),
    findHead([bankId]),
    listUnsealed([bankId]),
    findLastSeal([bankId, clock.now()]),
    findEntry([bankId, storedHead?.entryNo ?? 0n]),
  ]);
  const [, locks, heads, unsealed, seals, known] = outcomes.map(({ rows }) => rows);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- rows of the statements above, in their order
  return { locks, heads, unsealed, seals, known } as unknown as SealerState;
}

async function sealBatch(
  session: Session,
  { bankId, storedHead }: SealingRound,
  options: AuditSealerOptions,
): Promise<Chain | 'not-mine' | 'refused'> {
  const found = await beginRound(session, { bankId, storedHead }, options.clock);
  const isMine = found.locks[0]?.is_mine === true;
  if (!isMine || isBehind(storedHead, found)) {
    await session.flush([rollback]);
    return isMine ? 'refused' : 'not-mine';
  }
  const head = found.heads[0];
  const chain = linkAll({ entryNo: head?.entry_no ?? 0n, hash: head?.hash ?? chainStart }, found.unsealed);
  const seal = dueSeal(bankId, chain, found, options);
  await session.flush([
    ...linkStatements(bankId, chain),
    ...(seal === undefined ? [] : [sealStatement(seal, options.key)]),
    commit,
  ]);
  logSeal(seal, options.log);
  return chain;
}

/**
 * The log line leaves this machine: a copy of the head that no person with access to the database can change. Only
 * committed heads are logged, because a verifier compares the chain with them.
 */
function logSeal(seal: SealContent | undefined, log: Log): void {
  if (seal === undefined) return;
  log.info({ bankId: seal.bankId, count: Number(seal.entryNo), sealHash: seal.hash }, 'audit chain sealed');
}

/** Whether the chain was truncated or rebuilt: its former head must be in it, unchanged. */
function isBehind(storedHead: AuditHead | undefined, { known }: SealerState): boolean {
  return storedHead !== undefined && !isContinued(storedHead, known);
}

interface SealerState {
  readonly locks: readonly { is_mine: boolean }[];
  readonly heads: readonly { entry_no: bigint; hash: string }[];
  readonly unsealed: readonly AuditRow[];
  readonly seals: readonly { entry_no: bigint; age_seconds: number }[];
  readonly known: readonly { hash: string | null }[];
}

interface Chain {
  readonly head: AuditHead;
  readonly links: readonly { readonly row: AuditRow; readonly head: AuditHead }[];
}

function linkAll(start: AuditHead, rows: readonly AuditRow[]): Chain {
  let head = start;
  const links = rows.map((row) => {
    const entryNo = head.entryNo + 1n;
    head = { entryNo, hash: hashEntry(head.hash, entryNo, toEntry(row)) };
    return { row, head };
  });
  return { head, links };
}

function linkStatements(bankId: string, { links }: Chain): ReturnType<typeof link>[] {
  if (links.length === 0) return [];
  return [
    link([
      bankId,
      links.map(({ row }) => row.audit_id),
      links.map(({ row }) => row.occurred_at_text),
      links.map(({ head }) => head.entryNo),
      links.map(({ head }) => head.hash),
    ]),
  ];
}

/**
 * The head is signed only if no older entry waits: an entry after a seal must not have occurred long before it, even if
 * the sealer was stopped for hours.
 */
function dueSeal(
  bankId: string,
  { head, links }: Chain,
  { seals }: SealerState,
  { clock, sealEverySeconds = sealEverySecondsDefault }: AuditSealerOptions,
): SealContent | undefined {
  const last = seals[0];
  const isDue = last === undefined || (last.entry_no < head.entryNo && last.age_seconds >= sealEverySeconds);
  if (head.entryNo === 0n || links.length === batchMax || !isDue) return undefined;
  return { bankId, entryNo: head.entryNo, hash: head.hash, sealedAt: toWireTimestamp(clock.now()) };
}

function sealStatement(seal: SealContent, key: SealKey): ReturnType<typeof insertSeal> {
  const { bankId, entryNo, hash, sealedAt } = seal;
  return insertSeal([bankId, entryNo, hash, sealedAt, key.keyId, key.sign(seal)]);
}

import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { SealVerifier } from './audit-chain.ts';
import { auditColumns } from './audit-rows.ts';
import {
  type AuditFinding,
  ChainWalk,
  type Finding,
  type KnownSeal,
  type LinkedRow,
  type Seal,
} from './audit-walk.ts';

export type { KnownSeal } from './audit-walk.ts';

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly entries: number; readonly seals: number; readonly unsealed: number }
  | {
      readonly kind: 'broken';
      /** The first entry that is wrong, as far as the chain shows. */
      readonly entryNo: bigint;
      readonly error: AuditFinding;
      readonly entries: number;
    };

export interface AuditVerifierOptions {
  /** Any role that may read; a superuser if the verifier runs against a suspect machine. */
  readonly database: Database;
  readonly seals: SealVerifier;
  /**
   * Seals stored elsewhere, such as in the log archive. The owner of the database can remove the end of the chain
   * together with its seals; only an external copy shows it.
   */
  readonly knownSeals?: readonly KnownSeal[];
  /** Entries older than this must be numbered and signed. */
  readonly unsealedMaxSeconds?: number;
  readonly now: Temporal.Instant;
  readonly onProgress?: (entries: number) => void;
}

/** Small enough that PostgreSQL reads the next page while this one is being hashed. */
const pageSize = 2_000n;
/** Numbers start at one; lower ones are manipulations and must be reported. */
const lowestNumber = -(2n ** 63n);
const unsealedMaxSecondsDefault = 300;

const readHead = plainStatement<{ entry_no: bigint | null }>(
  'select max(entry_no) as entry_no from platform.audit_entry where bank_id = $1 and entry_no is not null',
);

const readPage = plainStatement<LinkedRow>(
  `select ${auditColumns}, entry_no, encode(hash, 'hex') as hash from platform.audit_entry
    where bank_id = $1 and entry_no between $2 and $3 order by entry_no, audit_id`,
);

interface SealRow {
  readonly entry_no: bigint;
  readonly hash: string;
  readonly sealed_at_text: string;
  readonly key_id: string;
  readonly signature: Buffer;
}

const readSeals = plainStatement<SealRow>(
  `select entry_no, encode(hash, 'hex') as hash, sealed_at::text as sealed_at_text, key_id, signature
     from platform.audit_seal where bank_id = $1 and entry_no > $2 order by entry_no limit $3`,
);

const sealsPerPage = 10_000;

const countUnsealed = plainStatement<{ waiting: bigint; late: bigint }>(
  `select count(*) as waiting, count(*) filter (where occurred_at < $2) as late
     from platform.audit_entry where bank_id = $1 and entry_no is null`,
);

/** Verifies a bank's chain from its first entry and reports the first error. */
export async function verifyAudit(bankId: string, options: AuditVerifierOptions): Promise<AuditVerdict> {
  const { database, knownSeals = [], now, unsealedMaxSeconds = unsealedMaxSecondsDefault } = options;
  const rows = await readAllSeals(database, bankId);
  const seals = rows.map((row) => genuineSeal(bankId, row, options.seals));
  const forged = seals.indexOf(undefined);
  if (forged >= 0)
    return { kind: 'broken', entryNo: rows[forged]?.entry_no ?? 0n, error: 'seal-forged', entries: 0 };
  const oldest = now.subtract({ seconds: unsealedMaxSeconds });
  const walk = new ChainWalk({
    seals: seals.filter((seal) => seal !== undefined),
    knownSeals,
    signedBefore: oldest,
  });
  const found = (await walkPages(bankId, walk, options)) ?? walk.end();
  if (found !== undefined) return { kind: 'broken', ...found, entries: walk.entries };
  const { late, waiting } = await unsealed(database, bankId, oldest);
  if (late > 0n)
    return { kind: 'broken', entryNo: walk.entryNo + 1n, error: 'unsealed', entries: walk.entries };
  return { kind: 'intact', entries: walk.entries, seals: seals.length, unsealed: Number(waiting) };
}

async function readAllSeals(database: Database, bankId: string): Promise<readonly SealRow[]> {
  const rows: SealRow[] = [];
  let after = lowestNumber;
  for (;;) {
    const page = await database.query(readSeals([bankId, after, sealsPerPage]));
    rows.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < sealsPerPage) return rows;
    after = last.entry_no;
  }
}

async function unsealed(
  database: Database,
  bankId: string,
  oldest: Temporal.Instant,
): Promise<{ readonly waiting: bigint; readonly late: bigint }> {
  const [counts] = await database.query(countUnsealed([bankId, oldest]));
  return counts ?? { waiting: 0n, late: 0n };
}

async function walkPages(
  bankId: string,
  walk: ChainWalk,
  { database, onProgress }: AuditVerifierOptions,
): Promise<Finding | undefined> {
  const [top] = await database.query(readHead([bankId]));
  for await (const { rows, to } of pages(database, bankId, top?.entry_no ?? undefined)) {
    const found = walk.page(rows) ?? walk.expectUpTo(to);
    if (found !== undefined) return found;
    onProgress?.(walk.entries);
  }
  return undefined;
}

interface Page {
  readonly rows: readonly LinkedRow[];
  /** The highest number that must be present by the end of this page. */
  readonly to: bigint;
}

/**
 * Reads the chain up to its head, each page while the one before is being hashed. A page is a range of numbers and not
 * a number of rows, so that no row can hide between two pages.
 */
async function* pages(
  database: Database,
  bankId: string,
  head: bigint | undefined,
): AsyncGenerator<Page, void> {
  if (head === undefined) return;
  const requestPage = (from: bigint, to: bigint): Promise<readonly LinkedRow[]> =>
    database.query(readPage([bankId, from, to]));
  let coming = requestPage(lowestNumber, pageSize);
  try {
    for (let to = pageSize; ; to += pageSize) {
      const rows = await coming;
      const isLast = to >= head;
      if (!isLast) coming = requestPage(to + 1n, to + pageSize);
      yield { rows, to: isLast ? head : to };
      if (isLast) return;
    }
  } finally {
    // A page that is being read must not outlive this function.
    await coming;
  }
}

/** Returns the seal if the known key signed exactly this row; otherwise undefined. */
function genuineSeal(bankId: string, row: SealRow, verifier: SealVerifier): Seal | undefined {
  const { entry_no: entryNo, hash, key_id, sealed_at_text, signature } = row;
  const sealedAt = instantFrom(sealed_at_text);
  if (sealedAt === undefined) return undefined;
  const content = { bankId, entryNo, hash, sealedAt: toWireTimestamp(sealedAt) };
  return verifier.isGood(content, signature, key_id) ? { entryNo, hash, sealedAt } : undefined;
}

/** The sealer writes whole milliseconds of our era; it did not write any other time. */
function instantFrom(databaseTime: string): Temporal.Instant | undefined {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/.test(databaseTime)
    ? parseTimestamp(`${databaseTime.replace(' ', 'T')}:00`)
    : undefined;
}

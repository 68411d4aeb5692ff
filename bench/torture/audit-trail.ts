import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { type FakeClock, fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import type { SealKey } from '../../server/src/platform/work/audit-chain.ts';
import { createAuditSealer } from '../../server/src/platform/work/audit-sealer.ts';
import type { KnownSeal } from '../../server/src/platform/work/audit-walk.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import { commandContext } from '../harness/command-context.ts';
import { progress } from '../harness/report.ts';

/** The untouched audit trail of one bank. */
export interface Trail {
  readonly bankId: string;
  readonly entries: bigint;
  readonly seals: readonly KnownSeal[];
}

export interface Trails {
  readonly banks: readonly Trail[];
  readonly clock: FakeClock;
  /** Entries sealed per second. */
  readonly sealedPerSecond: number;
}

/** Number of times that entries are written and sealed, so that every chain has several seals. */
const stages = 8;
const commandsPerStage = 16;
/** Shares of the entries per bank. */
const shares = [
  ['01', 0.55],
  ['02', 0.3],
  ['nl', 0.15],
] as const;
const startAt = '2026-11-15T06:00:00Z';
const stageMinutes = 2;

/** Inserts entries as commands do: same columns, same record, texts of all kinds. */
const bulkInsert = `
  insert into platform.audit_entry
    (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
  select $1, gen_random_uuid(), $2::timestamptz + (n * interval '90 seconds' / $3), 'Torture_Bulk', 'torture',
         'agg-' || n % 997,
         json_build_object('requestId', gen_random_uuid(), 'operation', 'Torture_Bulk',
           'actor', json_build_object('kind', 'employee', 'id', 'emp-' || n % 50, 'clientId', 'console-1'),
           'sourceAddress', '192.0.2.' || n % 255,
           'aggregate', json_build_object('kind', 'torture', 'id', 'agg-' || n % 997),
           'changes', json_build_array(
             json_build_object('field', 'state', 'before', 'planned', 'after', 'approved'),
             json_build_object('field', 'note', 'after', '"quoted" \\ text ' || n || case when n % 10 = 0 then ' naïve №' else '' end)),
           'outcome', 'done', 'problem', null)::text
    from generate_series(1, $3::int) as n`;

/**
 * Fills a database with audit entries, a few hundred of them by real commands, and seals them with the product's
 * sealer.
 */
export async function fillTrails(database: TestDatabase, total: number, key: SealKey): Promise<Trails> {
  const clock = fakeClock(startAt);
  const show = progress('entries', total);
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  const sealer = createAuditSealer({
    database: worker,
    clock,
    key,
    log: createLogger({ level: 'fatal' }),
  });
  let sealed = 0;
  let sealingMs = 0;
  for (let stage = 0; stage < stages; stage += 1) {
    for (const [bankId, share] of shares) {
      const bulk = Math.max(0, Math.ceil((total * share) / stages) - commandsPerStage);
      await database.query(bulkInsert, [bankId, clock.now().toString(), bulk]);
      await giveCommands(database, clock, bankId);
    }
    clock.advance({ minutes: stageMinutes });
    const startedAt = performance.now();
    for (const [bankId] of shares) {
      for (let many = 1; many > 0; sealed += many) {
        many = await sealer.sealOnce(bankId);
        show(Math.min(total, sealed));
      }
    }
    sealingMs += performance.now() - startedAt;
  }
  await database.query('analyze platform.audit_entry');
  // All entries are now old enough to be signed.
  clock.advance({ hours: 1 });
  const banks = await Promise.all(shares.map(([bankId]) => readTrail(database, bankId)));
  return { banks, clock, sealedPerSecond: sealed / (sealingMs / 1_000) };
}

async function giveCommands(database: TestDatabase, clock: FakeClock, bankId: string): Promise<void> {
  const context = commandContext({ database: database.app, bankId, clock, operationId: 'Torture_Command' });
  for (let nth = 0; nth < commandsPerStage; nth += 1) {
    clock.advance({ milliseconds: 1 });
    await runCommand(context, async (work) => {
      work.audit({
        aggregateKind: 'torture',
        aggregateId: `agg-${nth}`,
        changes: [{ field: 'nth', before: null, after: nth }],
      });
    });
  }
}

async function readTrail(database: TestDatabase, bankId: string): Promise<Trail> {
  const [head] = await database.query<{ head: string }>(
    'select max(entry_no)::text as head from platform.audit_entry where bank_id = $1',
    [bankId],
  );
  const seals = await database.query<{ entry_no: string; hash: string }>(
    `select entry_no::text, encode(hash, 'hex') as hash from platform.audit_seal where bank_id = $1 order by audit_seal.entry_no`,
    [bankId],
  );
  return {
    bankId,
    entries: BigInt(head?.head ?? 0),
    seals: seals.map(({ entry_no, hash }) => ({ entryNo: BigInt(entry_no), hash })),
  };
}

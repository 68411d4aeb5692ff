import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { syncParties } from '../../server/src/capabilities/party/operations/reading/sync-parties.ts';
import { registerIndividual } from '../../server/src/capabilities/party/operations/registration/register-individual.ts';
import type { PartyPorts } from '../../server/src/capabilities/party/ports/party-ports.ts';
import { testPartyPorts } from '../../server/src/capabilities/party/testing/party-test-app.suite.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { commandContext } from '../harness/command-context.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

const sizes: Readonly<Record<Scale, { readonly seeds: number; readonly changes: number }>> = {
  ci: { seeds: 2, changes: 2_000 },
  night: { seeds: 100, changes: 10_000 },
  full: { seeds: 1_000, changes: 10_000 },
};
const writers = 8;
const readers = 3;
/** More parties than fit into one response. */
const parties = 700;
/** Maximum wait of a writer before its commit; one in twenty waits ten times as long. */
const pauseMs = 6;
const bankId = '01';

type Deps = Context & PartyPorts;

/** A back end that keeps a copy of the parties without sensitive data. */
const mirror = {
  kind: 'application',
  clientId: 'mirror',
  bankId,
  scopes: new Set(['party.sync']),
  binding: 'none',
} as const;

/** Number of times that a reader saw each version of each party. */
type Seen = Map<string, Map<bigint, number>>;

interface Findings {
  /** Newest states that a reader never saw. */
  missed: number;
  /** Newest states that a reader saw more than once. */
  repeated: number;
  /** Tokens that went back. */
  backwards: number;
  polls: number;
}

/**
 * Writers change parties in parallel and wait before they commit, so that early positions become visible late.
 * Readers poll for changes. In the end each reader must have seen the newest state of every party exactly once.
 */
export async function tortureSync({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { changes, seeds } = sizes[scale];
  await using database = await createTestDatabase({ isDurable: true, poolSize: 4 });
  const ctx: Deps = {
    ...commandContext({ database: database.app, bankId, clock: systemClock, operationId: 'sync' }),
    ...testPartyPorts(),
  };
  const numbers: string[] = [];
  for (let index = 0; index < parties; index += 1) numbers.push(await register(ctx, index));
  const findings: Findings = { missed: 0, repeated: 0, backwards: 0, polls: 0 };
  const show = progress('sync', seeds);
  for (let round = 0; round < seeds; round += 1) {
    await runRound({ ctx, database, numbers, changes, chance: chanceFrom(seed + round), findings });
    show(round + 1);
  }
  await database.app.close();
  const { backwards, missed, polls, repeated } = findings;
  console.log(
    table(
      ['seeds', 'changes each', 'readers', 'polls', 'missed', 'repeated', 'tokens that went back'],
      [[seeds, changes, readers, polls, missed, repeated, backwards]],
    ),
  );
  const none = (name: string, count: number): Figure => ({
    name,
    figure: String(count),
    goal: '0',
    isReached: count === 0,
  });
  return [
    none('newest states that a reader missed', missed),
    none('newest states that a reader saw twice', repeated),
    none('tokens that went back', backwards),
  ];
}

async function register(ctx: Deps, index: number): Promise<string> {
  const name = { kind: 'individual', givenName: 'Ada', surname: `Reihe${index}` } as const;
  return (await registerIndividual(ctx, { profile: 'contact', name, contacts: [] })).partyNumber;
}

interface Round {
  readonly ctx: Deps;
  readonly database: TestDatabase;
  readonly numbers: readonly string[];
  readonly changes: number;
  readonly chance: Chance;
  readonly findings: Findings;
}

async function runRound({ chance, changes, ctx, database, findings, numbers }: Round): Promise<void> {
  const over = { isOver: false };
  const reading = Array.from({ length: readers }, () => read({ ...ctx, caller: mirror }, over, findings));
  const each = Math.ceil(changes / writers);
  const seeds = Array.from({ length: writers }, () => chance.integer(1, 2 ** 30));
  await Promise.all(
    seeds.map((seed) => write(database.appUrl, numbers, { count: each, chance: chanceFrom(seed) })),
  );
  await until(() => isComplete(database), 'all transactions to end');
  over.isOver = true;
  const seen = await Promise.all(reading);
  const newest = await newestVersions(database);
  for (const reader of seen) {
    for (const [number, version] of newest) {
      const times = reader.get(number)?.get(version) ?? 0;
      if (times === 0) findings.missed += 1;
      if (times > 1) findings.repeated += 1;
    }
  }
}

/** Changes parties one at a time, and sometimes rolls back. */
async function write(
  url: string,
  numbers: readonly string[],
  { chance, count }: { readonly count: number; readonly chance: Chance },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let done = 0; done < count; done += 1) {
    await client.query('begin');
    await client.query("select set_config('portico.bank_id', $1, true)", [bankId]);
    // Locks two parties of one transaction in a fixed order, to prevent deadlocks.
    const chosen = [chance.oneOf(numbers), chance.oneOf(numbers)].slice(0, chance.integer(1, 2)).toSorted();
    for (const number of new Set(chosen))
      await client.query(
        'update party.party set row_version = row_version + 1, modified_at = now() where party_number = $1',
        [number],
      );
    await setTimeout(chance.integer(0, pauseMs) * (chance.integer(1, 20) === 1 ? 10 : 1));
    await client.query(chance.integer(1, 20) === 1 ? 'rollback' : 'commit');
  }
  await client.end();
}

/** Polls for changes until the writers have finished and none are left. */
async function read(ctx: Deps, over: { readonly isOver: boolean }, findings: Findings): Promise<Seen> {
  const seen: Seen = new Map();
  let token: string | undefined;
  for (;;) {
    const wasOver = over.isOver;
    const { hasMore, items, syncToken } = await syncParties(
      ctx,
      token === undefined ? {} : { syncToken: token },
    );
    findings.polls += 1;
    for (const { party } of items) note(seen, party.partyNumber, party.version);
    if (token !== undefined && syncToken.slice(0, 40) < token.slice(0, 40)) findings.backwards += 1;
    token = syncToken;
    if (wasOver && !hasMore && items.length === 0) return seen;
    if (items.length === 0) await setTimeout(1);
  }
}

function note(seen: Seen, number: string, version: bigint): void {
  const versions = seen.get(number) ?? new Map<bigint, number>();
  versions.set(version, (versions.get(version) ?? 0) + 1);
  seen.set(number, versions);
}

/** Tells whether no written change is still hidden by an open transaction. */
async function isComplete(database: TestDatabase): Promise<boolean> {
  const [row] = await database.query(
    `select bool_and(sync_transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as complete
       from party.party`,
  );
  return row?.['complete'] === true;
}

async function newestVersions(database: TestDatabase): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database.query('select party_number, row_version from party.party');
  return new Map(rows.map((row) => [String(row['party_number']), BigInt(String(row['row_version']))]));
}

import type { CheckResult, HealthCache, HealthState } from '#capabilities/monitoring/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Database } from '#platform/db/database.ts';
import { ping } from '#platform/db/ping.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import type { SealerFailure } from '#platform/work/audit-sealer.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { readPartitionState } from '#platform/work/partitions.ts';
import { countSetAsideRows } from '#platform/work/set-aside.ts';
import { readWorkState, type WorkState } from '#platform/work/work-state.ts';

/** Health check. */
export interface Check {
  readonly name: string;
  readonly isVital: boolean;
  readonly run: () => Promise<{ readonly state: HealthState; readonly effect: string }>;
  /** Effect to report if the check itself fails. */
  readonly failedEffect: string;
}

export interface RunningHealthCache extends HealthCache {
  /** Reports this instance as not ready from now on. */
  drain(): void;
  stop(): Promise<void>;
}

const checkEveryMs = 1_000;
/** Policy value `probe-time-max`. */
const checkTimeoutMs = 1_000;

/** Runs the checks in the background, so that a probe never waits for a dependency. */
export function startHealthCache(options: {
  readonly checks: readonly Check[];
  readonly clock: Clock;
  readonly log: Log;
}): RunningHealthCache {
  const { checks, clock, log } = options;
  const results = new Map<string, CheckResult>();
  let isDraining = false;

  const runCheck = async ({ name, isVital, run, failedEffect }: Check): Promise<void> => {
    const outcome = await runWithTimeout(run, failedEffect);
    if (results.get(name)?.state !== outcome.state)
      log.info({ check: name, state: outcome.state }, 'health changed');
    results.set(name, { name, isVital, checkedAt: clock.now(), ...outcome });
  };

  const loop: Loop = startLoop({
    name: 'health-checks',
    idleMs: checkEveryMs,
    log,
    step: async () => {
      await Promise.all(checks.map(runCheck));
      return 0;
    },
  });

  const starting = (): CheckResult[] =>
    checks
      .filter(({ name }) => !results.has(name))
      .map(({ name, isVital }) => ({
        name,
        isVital,
        state: 'fail',
        effect: 'Not checked yet.',
        checkedAt: clock.now(),
      }));

  const draining = (): CheckResult => ({
    name: 'drain',
    isVital: true,
    state: isDraining ? 'fail' : 'pass',
    effect: isDraining ? 'This instance is stopping; send requests to another one.' : 'Accepts requests.',
    checkedAt: clock.now(),
  });

  return {
    results: () => [draining(), ...results.values(), ...starting()],
    drain: () => {
      isDraining = true;
    },
    stop: () => loop.stop(),
  };
}

async function runWithTimeout(
  run: Check['run'],
  failedEffect: string,
): Promise<{ state: HealthState; effect: string }> {
  const failed = { state: 'fail', effect: failedEffect } as const;
  const { promise: timeUp, resolve } = Promise.withResolvers<typeof failed>();
  const timer = setTimeout(() => resolve(failed), checkTimeoutMs);
  try {
    return await Promise.race([run(), timeUp]);
    // A check that throws has failed.
  } catch {
    return failed;
  } finally {
    clearTimeout(timer);
  }
}

export function databaseCheck(database: Database): Check {
  return {
    name: 'database',
    isVital: true,
    failedEffect: 'Reads and writes fail.',
    async run() {
      await database.flush([ping]);
      return { state: 'pass', effect: 'Reads and writes work.' };
    },
  };
}

/** A new key is used a minute after its announcement; by then the load balancer must have removed this instance. */
const keysTooOldMs = 20_000;

/**
 * Fails if this instance lacks keys that others encrypt and index with: it could not decrypt what they wrote, and they
 * could not find what it writes.
 */
export function bankKeysCheck(ageMs: () => number): Check {
  return {
    name: 'bank-keys',
    isVital: true,
    failedEffect: 'Unknown whether all keys of the banks are loaded.',
    run: async () =>
      ageMs() > keysTooOldMs
        ? { state: 'fail', effect: 'The keys of a bank cannot be loaded; requests are refused.' }
        : { state: 'pass', effect: 'The keys of all banks are loaded.' },
  };
}

const lateAfterSeconds = 60;

export interface WorkCheckOptions {
  /** Connected with the worker or the service role. */
  readonly database: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Undefined if no broker is configured. */
  readonly publisherState?: () => 'connected' | 'disconnected';
}

/** Late work is a warning: it is delayed, not lost. */
export function workChecks({ database, clock, metrics, publisherState }: WorkCheckOptions): readonly Check[] {
  // Both checks run at the same time; the state is read once for both.
  let reading: Promise<WorkState> | undefined;
  const read = (): Promise<WorkState> => {
    reading ??= readWorkState(database, clock).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return [
    outboxCheck(read, metrics),
    ...(publisherState ? [fanOutCheck(read, metrics, publisherState)] : []),
  ];
}

function outboxCheck(read: () => Promise<WorkState>, metrics: Metrics): Check {
  return {
    name: 'outbox',
    isVital: false,
    failedEffect: 'Unknown how late the work is.',
    async run() {
      const work = await read();
      metrics.outbox({ oldestSeconds: work.unrelayedSeconds, backlog: work.unrelayed });
      metrics.deadLetters(work.deadLetters);
      metrics.auditUnsealed(work.unsealed);
      if (work.deadLetters > 0)
        return { state: 'warn', effect: 'Some events are dead letters and need an operator.' };
      return work.unrelayedSeconds > lateAfterSeconds
        ? { state: 'warn', effect: 'Notices and follow-up work are late; nothing is lost.' }
        : { state: 'pass', effect: 'Follow-up work is on time.' };
    },
  };
}

/** A connected broker may still refuse to store events, so the age of unpublished events decides as well. */
function fanOutCheck(
  read: () => Promise<WorkState>,
  metrics: Metrics,
  publisherState: () => 'connected' | 'disconnected',
): Check {
  return {
    name: 'fan-out',
    isVital: false,
    failedEffect: 'Unknown whether subscribers get events.',
    async run() {
      const { unpublished, unpublishedSeconds } = await read();
      metrics.unpublished({ oldestSeconds: unpublishedSeconds, backlog: unpublished });
      if (publisherState() === 'disconnected')
        return { state: 'warn', effect: 'Subscribers get events later; nothing is lost.' };
      return unpublishedSeconds > lateAfterSeconds
        ? { state: 'warn', effect: 'The event stream does not store events; nothing is lost.' }
        : { state: 'pass', effect: 'Subscribers get events.' };
    },
  };
}

/** Rows that were set aside need an operator; the other rows are processed. */
export function setAsideCheck(worker: Database, metrics: Metrics): Check {
  return {
    name: 'set-aside',
    isVital: false,
    failedEffect: 'Unknown whether timed work has set rows aside.',
    async run() {
      const count = await countSetAsideRows(worker);
      metrics.setAsideRows(count);
      return count > 0
        ? { state: 'warn', effect: 'Timed work could not process some rows and has set them aside.' }
        : { state: 'pass', effect: 'Timed work processes all rows.' };
    },
  };
}

/** A worker without the ledger handles events whose lines are never written later. */
export function restoreLedgerCheck({ erasureLedger }: Pick<Config, 'erasureLedger'>): Check {
  return {
    name: 'restore-ledger',
    isVital: false,
    failedEffect: 'Unknown whether the restore ledger is configured.',
    run: async () =>
      erasureLedger === undefined
        ? {
            state: 'warn',
            effect: 'No restore ledger is configured: a restored backup would bring back what has ended.',
          }
        : { state: 'pass', effect: 'Ended objects are written to the restore ledger.' },
  };
}

/**
 * An audit chain that does not continue the externally stored head may have been tampered with: an operator must
 * investigate.
 */
export function sealerCheck(failures: () => ReadonlyMap<string, SealerFailure>, metrics: Metrics): Check {
  return {
    name: 'audit',
    isVital: false,
    failedEffect: 'Unknown whether audit entries are sealed.',
    async run() {
      const found = new Set(failures().values());
      metrics.auditFailures(failures().size);
      if (found.has('refused') || found.has('head-unreadable'))
        return {
          state: 'warn',
          effect: 'An audit chain does not continue the externally stored head and is not sealed.',
        };
      return found.size > 0
        ? { state: 'warn', effect: 'The head of an audit chain could not be stored outside the database.' }
        : { state: 'pass', effect: 'Audit entries are sealed.' };
    },
  };
}

/** Fewer days need an operator: the worker creates partitions seven days ahead. */
const daysAheadMin = 3;

/** Missing partitions are a warning: rows go to the default partition, and nothing is lost. */
export function partitionCheck(worker: Database, clock: Clock, metrics: Metrics): Check {
  return {
    name: 'partitions',
    isVital: false,
    failedEffect: 'Unknown whether partitions exist for the days ahead.',
    async run() {
      const states = await readPartitionState(worker, clock);
      states.forEach(metrics.partitions);
      if (states.some(({ defaultRows }) => defaultRows > 0))
        return { state: 'warn', effect: 'A default partition contains rows; nothing is lost.' };
      return states.some(({ daysAhead }) => daysAhead < daysAheadMin)
        ? { state: 'warn', effect: 'Partitions for the days ahead are missing; nothing is lost.' }
        : { state: 'pass', effect: 'Partitions exist for the days ahead.' };
    },
  };
}

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

/** One thing to look at. */
export interface Check {
  readonly name: string;
  readonly isVital: boolean;
  readonly look: () => Promise<{ readonly state: HealthState; readonly effect: string }>;
  /** What it means when looking itself fails. */
  readonly failedEffect: string;
}

export interface RunningHealthCache extends HealthCache {
  /** From now on this instance wants no new work. */
  drain(): void;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
/** Policy value `probe-time-max`. */
const lookTimeoutMs = 1_000;

/** Looks in the background, so that a probe never waits for what it asks about. */
export function startHealthCache(options: {
  readonly checks: readonly Check[];
  readonly clock: Clock;
  readonly log: Log;
}): RunningHealthCache {
  const { checks, clock, log } = options;
  const results = new Map<string, CheckResult>();
  let isDraining = false;

  const lookAt = async ({ name, isVital, look, failedEffect }: Check): Promise<void> => {
    const found = await lookInTime(look, failedEffect);
    if (results.get(name)?.state !== found.state)
      log.info({ check: name, state: found.state }, 'health changed');
    results.set(name, { name, isVital, checkedAt: clock.now(), ...found });
  };

  const loop: Loop = startLoop({
    name: 'health-checks',
    idleMs: lookEveryMs,
    log,
    step: async () => {
      await Promise.all(checks.map(lookAt));
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
        effect: 'Not looked at yet.',
        checkedAt: clock.now(),
      }));

  const draining = (): CheckResult => ({
    name: 'drain',
    isVital: true,
    state: isDraining ? 'fail' : 'pass',
    effect: isDraining ? 'This instance is stopping; send requests to another one.' : 'Takes requests.',
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

async function lookInTime(
  look: Check['look'],
  failedEffect: string,
): Promise<{ state: HealthState; effect: string }> {
  const failed = { state: 'fail', effect: failedEffect } as const;
  const { promise: timeUp, resolve } = Promise.withResolvers<typeof failed>();
  const timer = setTimeout(() => resolve(failed), lookTimeoutMs);
  try {
    return await Promise.race([look(), timeUp]);
    // A check that throws has found something.
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
    failedEffect: 'Nothing can be read or changed.',
    async look() {
      await database.flush([ping]);
      return { state: 'pass', effect: 'Reads and changes work.' };
    },
  };
}

/** A new key is used a minute after it is announced; until then the balancer must have taken this instance out. */
const keysTooOldMs = 20_000;

/**
 * Without the keys that others seal and index with, an instance cannot open what they wrote, and what it writes is not
 * found by them.
 */
export function bankKeysCheck(ageMs: () => number): Check {
  return {
    name: 'bank-keys',
    isVital: true,
    failedEffect: 'Not known whether all keys of the banks are loaded.',
    look: async () =>
      ageMs() > keysTooOldMs
        ? { state: 'fail', effect: 'The keys of a bank cannot be loaded; nothing is accepted.' }
        : { state: 'pass', effect: 'The keys of all banks are loaded.' },
  };
}

const lateAfterSeconds = 60;

export interface WorkCheckOptions {
  /** Connected as the worker or as the service. */
  readonly database: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Absent where no broker is configured. */
  readonly publisherState?: () => 'connected' | 'disconnected';
}

/** Work that is late is a warning: nothing is lost, it only waits. */
export function workChecks({ database, clock, metrics, publisherState }: WorkCheckOptions): readonly Check[] {
  // Both checks look at the same moment; the state is read once for both.
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
    failedEffect: 'Not known how far behind the work is.',
    async look() {
      const work = await read();
      metrics.outbox({ oldestSeconds: work.unrelayedSeconds, backlog: work.unrelayed });
      metrics.deadLetters(work.deadLetters);
      metrics.auditUnsealed(work.unsealed);
      if (work.deadLetters > 0)
        return { state: 'warn', effect: 'Some reactions are parked and wait for a person.' };
      return work.unrelayedSeconds > lateAfterSeconds
        ? { state: 'warn', effect: 'Notices and follow-up work are late; nothing is lost.' }
        : { state: 'pass', effect: 'Follow-up work is on time.' };
    },
  };
}

/** A broker that answers may still keep nothing, so the age of what waits for it decides as well. */
function fanOutCheck(
  read: () => Promise<WorkState>,
  metrics: Metrics,
  publisherState: () => 'connected' | 'disconnected',
): Check {
  return {
    name: 'fan-out',
    isVital: false,
    failedEffect: 'Not known whether subscribers are told.',
    async look() {
      const { unpublished, unpublishedSeconds } = await read();
      metrics.unpublished({ oldestSeconds: unpublishedSeconds, backlog: unpublished });
      if (publisherState() === 'disconnected')
        return { state: 'warn', effect: 'Subscribers outside are told later; nothing is lost.' };
      return unpublishedSeconds > lateAfterSeconds
        ? { state: 'warn', effect: 'The event stream does not keep what it is told; nothing is lost.' }
        : { state: 'pass', effect: 'Subscribers are told.' };
    },
  };
}

/** A row that was set aside waits for a person; everything else goes on. */
export function setAsideCheck(worker: Database, metrics: Metrics): Check {
  return {
    name: 'set-aside',
    isVital: false,
    failedEffect: 'Not known whether timed work has set rows aside.',
    async look() {
      const count = await countSetAsideRows(worker);
      metrics.setAsideRows(count);
      return count > 0
        ? { state: 'warn', effect: 'Timed work could not process some rows and has set them aside.' }
        : { state: 'pass', effect: 'Timed work processes all rows.' };
    },
  };
}

/** A worker without the ledger handles events whose lines nobody writes later. */
export function restoreLedgerCheck({ erasureLedger }: Pick<Config, 'erasureLedger'>): Check {
  return {
    name: 'restore-ledger',
    isVital: false,
    failedEffect: 'Not known whether the restore ledger is configured.',
    look: async () =>
      erasureLedger === undefined
        ? { state: 'warn', effect: 'No restore ledger is configured: a restored backup revives what ended.' }
        : { state: 'pass', effect: 'What ends is written to the restore ledger.' },
  };
}

/** A chain that does not continue the head kept outside may have been tampered with: a person must look. */
export function sealerCheck(troubles: () => ReadonlyMap<string, SealerFailure>, metrics: Metrics): Check {
  return {
    name: 'audit',
    isVital: false,
    failedEffect: 'Not known whether audit entries are sealed.',
    async look() {
      const found = new Set(troubles().values());
      metrics.auditFailures(troubles().size);
      if (found.has('refused') || found.has('head-unreadable'))
        return {
          state: 'warn',
          effect: 'An audit chain does not continue the head kept outside the database and is not sealed.',
        };
      return found.size > 0
        ? { state: 'warn', effect: 'The head of an audit chain could not be kept outside the database.' }
        : { state: 'pass', effect: 'Audit entries are sealed.' };
    },
  };
}

/** Below this an operator has to act: the worker creates partitions seven days ahead. */
const daysAheadMin = 3;

/** Missing partitions are a warning: rows go to the default partition meanwhile, and nothing is lost. */
export function partitionCheck(worker: Database, clock: Clock, metrics: Metrics): Check {
  return {
    name: 'partitions',
    isVital: false,
    failedEffect: 'Not known whether partitions exist for the days ahead.',
    async look() {
      const states = await readPartitionState(worker, clock);
      states.forEach(metrics.partitions);
      if (states.some(({ defaultRows }) => defaultRows > 0))
        return { state: 'warn', effect: 'A default partition holds rows; nothing is lost.' };
      return states.some(({ daysAhead }) => daysAhead < daysAheadMin)
        ? { state: 'warn', effect: 'Partitions for the days ahead are missing; nothing is lost.' }
        : { state: 'pass', effect: 'Partitions exist for the days ahead.' };
    },
  };
}

import type { Temporal } from 'temporal-polyfill';
import type { StatusFailure } from '#platform/auth/certificate-statuses.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/logger.ts';
import type { CronJob } from '#platform/work/jobs.ts';
import { fetchStatus, type StatusSources } from './fetch-status.ts';
import type { StatusAnswer } from './status-answer.ts';
import {
  type DueStatus,
  deleteUnseenStatuses,
  takeDueStatuses,
  updateStatusAnswer,
  updateStatusFailure,
} from './statuses.store.ts';

export interface RefreshOptions extends StatusSources {
  readonly database: Database;
  readonly log: Log;
}

/** Asks issuers about certificates; none waits for the issuer of another one. */
export interface StatusRefresh {
  /** Starts to ask about certificates that are due; returns how many. Waits first if too many are asked about. */
  start(): Promise<number>;
  /** Waits until everything that was started has ended. */
  end(): Promise<void>;
}

/** Certificates asked about at the same time by one worker. */
const asksMax = 16;
/** So that an issuer that does not respond leaves room for the others, whose third parties wait for an answer. */
const asksPerIssuerMax = 4;
/** Longer than all addresses of a certificate together may take. */
const leaseSeconds = 60;
/** The status of certificates that were used in this time is kept current. */
const keptCurrentHours = 7 * 24;
const deletedAfterHours = 30 * 24;
/** How soon a revocation is noticed at the latest, and how often an issuer is asked at most. */
const refreshSecondsMax = 3_600;
const refreshSecondsMin = 300;
const retrySecondsFirst = 5;
const retrySecondsMax = 900;

/** Creates the part of a worker that asks issuers. */
export function createStatusRefresh(options: RefreshOptions): StatusRefresh {
  const { clock, database, log } = options;
  const running = new Map<DueStatus, Promise<void>>();

  async function run(due: DueStatus): Promise<void> {
    try {
      await refreshOne(due, options);
    } catch (error) {
      // The lease ends, and it is asked about again. Others must not wait because of it.
      log.warn({ jobKind: 'certificate-statuses', error }, 'status of a certificate not stored, will retry');
    } finally {
      running.delete(due);
    }
  }

  return {
    async start() {
      if (running.size >= asksMax) await Promise.race(running.values());
      const now = clock.now();
      const due = await takeDueStatuses(database, {
        now,
        leasedUntil: now.add({ seconds: leaseSeconds }),
        seenAfter: now.subtract({ hours: keptCurrentHours }),
        max: Math.min(asksPerIssuerMax, asksMax - running.size),
        otherThan: busyIssuers([...running.keys()]),
      });
      for (const one of due) running.set(one, run(one));
      return due.length;
    },
    async end() {
      await Promise.all(running.values());
    },
  };
}

function busyIssuers(running: readonly DueStatus[]): readonly string[] {
  return [...Map.groupBy(running, ({ issuer }) => issuer)]
    .filter(([, its]) => its.length >= asksPerIssuerMax)
    .map(([issuer]) => issuer);
}

async function refreshOne(due: DueStatus, options: RefreshOptions): Promise<void> {
  const { clock, database } = options;
  const outcome = await fetchStatus(due.subject, options);
  const now = clock.now();
  if (typeof outcome === 'object') {
    const isStored = await updateStatusAnswer(database, due, outcome, {
      answeredAt: now,
      dueAt: nextRefresh(outcome, now),
    });
    if (isStored) return;
  }
  const failure: StatusFailure = typeof outcome === 'object' ? 'not-accepted' : outcome;
  await updateStatusFailure(database, due, { failure, dueAt: nextAttempt(due.failures, now) });
}

/** Half of the time until the issuer has a new answer, so that one failure leaves time for others. */
function nextRefresh({ nextUpdate }: StatusAnswer, now: Temporal.Instant): Temporal.Instant {
  const leftMs = (nextUpdate?.epochMilliseconds ?? 0) - now.epochMilliseconds;
  const halfSeconds = Math.floor(leftMs / 2_000);
  return now.add({ seconds: Math.max(refreshSecondsMin, Math.min(halfSeconds, refreshSecondsMax)) });
}

function nextAttempt(failures: number, now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: Math.min(retrySecondsFirst * 2 ** Math.min(failures, 16), retrySecondsMax) });
}

/** Deletes what is stored about certificates that third parties no longer use. */
export function cleanUpStatuses({ clock, database }: Pick<RefreshOptions, 'clock' | 'database'>): CronJob {
  return {
    name: 'delete-certificate-statuses',
    cron: '23 3 * * *',
    run: () => deleteUnseenStatuses(database, clock.now().subtract({ hours: deletedAfterHours })),
  };
}

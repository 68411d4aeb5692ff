import type { Log } from '#platform/log/logger.ts';
import type { CloseCause, Metrics } from '#platform/log/metrics.ts';

/** Counts the connections that this process closes to protect itself. */
export type CountClosed = (cause: CloseCause) => void;

const logEveryMs = 1_000;

/** Creates the counter. Logs at most one line per cause and second: an attack must not fill the log. */
export function createClosedConnections({
  log,
  metrics,
}: {
  readonly log: Pick<Log, 'warn'>;
  readonly metrics: Pick<Metrics, 'connectionClosed'>;
}): CountClosed {
  const unlogged = new Map<CloseCause, number>();
  const write = (): void => {
    for (const [reason, count] of unlogged) log.warn({ reason, count }, 'closed client connections');
    unlogged.clear();
  };
  return (cause) => {
    metrics.connectionClosed(cause);
    if (unlogged.size === 0) setTimeout(write, logEveryMs).unref();
    unlogged.set(cause, (unlogged.get(cause) ?? 0) + 1);
  };
}

import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';

/** Remembers which hosts did not answer, so that messages to one that is away do not keep those to others waiting. */
export interface HostOutages {
  isAway(host: string): boolean;
  failed(host: string): void;
  answered(host: string): void;
}

const hostsMax = 1_000;
/** So many failures in a row make an outage. */
const failuresMax = 3;
const outageSeconds = 60;

export function createHostOutages(clock: Clock): HostOutages {
  const hosts = lruCache<{ readonly failures: number; readonly awayUntilMs: number }>(hostsMax);
  const nowMs = (): number => clock.now().epochMilliseconds;
  return {
    isAway: (host) => (hosts.get(host)?.awayUntilMs ?? 0) > nowMs(),
    failed(host) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const awayUntilMs = failures < failuresMax ? 0 : nowMs() + outageSeconds * 1_000;
      hosts.set(host, { failures, awayUntilMs });
    },
    answered(host) {
      if (hosts.get(host) !== undefined) hosts.set(host, { failures: 0, awayUntilMs: 0 });
    },
  };
}

import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';

/** Remembers unavailable hosts, so that messages to them do not delay those to others. */
export interface HostOutages {
  isUnavailable(host: string): boolean;
  recordFailure(host: string): void;
  recordResponse(host: string): void;
}

const hostsMax = 1_000;
/** This many failures in a row make an outage. */
const failuresMax = 3;
const outageSeconds = 60;

export function createHostOutages(clock: Clock): HostOutages {
  const hosts = lruCache<{ readonly failures: number; readonly unavailableUntilMs: number }>(hostsMax);
  const nowMs = (): number => clock.now().epochMilliseconds;
  return {
    isUnavailable: (host) => (hosts.get(host)?.unavailableUntilMs ?? 0) > nowMs(),
    recordFailure(host) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const unavailableUntilMs = failures < failuresMax ? 0 : nowMs() + outageSeconds * 1_000;
      hosts.set(host, { failures, unavailableUntilMs });
    },
    recordResponse(host) {
      if (hosts.get(host) !== undefined) hosts.set(host, { failures: 0, unavailableUntilMs: 0 });
    },
  };
}

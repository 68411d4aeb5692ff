import type { CheckResult } from '../domain/health.ts';

/** Port: the latest results of all checks. Asking never waits; looking is done in the background. */
export interface HealthCache {
  results(): readonly CheckResult[];
}

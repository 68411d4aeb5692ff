import type { CheckResult } from '../domain/health.ts';

/** Port: the latest results of all checks. Reading never waits; checks run in the background. */
export interface HealthCache {
  results(): readonly CheckResult[];
}

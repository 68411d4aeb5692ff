import type { Context } from '#platform/work/context.ts';
import { asOfNow, type CheckResult, type HealthState, overall } from '../domain/health.ts';
import type { HealthCache } from '../ports/health-cache.ts';
import type { OperationsNetwork } from '../ports/operations-network.ts';
import { maySeeDetails } from '../steps/may-see-details.ts';

export interface Readiness {
  readonly state: HealthState;
  readonly version: string;
  /** Absent for callers that are not operators. */
  readonly checks: readonly (CheckResult & { readonly ageSeconds: number })[] | undefined;
}

export interface ReadinessPorts {
  readonly health: HealthCache;
  readonly operationsNetwork: OperationsNetwork;
  readonly version: string;
}

/** Returns whether this instance can serve requests, and the checks that report problems. */
export async function reportReadiness(ctx: Context & ReadinessPorts): Promise<Readiness> {
  const now = ctx.clock.now();
  const checks = ctx.health.results().map((result) => asOfNow(result, now));
  return {
    state: overall(checks),
    version: ctx.version,
    checks: maySeeDetails(ctx) ? checks : undefined,
  };
}

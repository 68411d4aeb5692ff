import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Measurements } from '../ports/measurements.ts';
import { maySeeDetails } from '../steps/may-see-details.ts';
import type { ReadinessPorts } from './report-readiness.ts';

export interface RenderedMeasurements {
  readonly contentType: string;
  readonly text: string;
}

/** Returns metrics to operators of this instance; for any other caller the path is not found. */
export async function reportMeasurements(
  ctx: Context & ReadinessPorts & { readonly measurements: Measurements },
): Promise<RenderedMeasurements> {
  if (!maySeeDetails(ctx)) throw standardProblems['not-found']();
  return { contentType: ctx.measurements.contentType, text: await ctx.measurements.render() };
}

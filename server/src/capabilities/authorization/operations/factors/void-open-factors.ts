import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { restoreCounterStep } from '../../domain/oath/restore.ts';
import { advanceTokens, voidOpenChallenges, voidOpenCodes } from '../../store/restoring.store.ts';

const rowsMax = 2_000;

/** Numbers of voided factors by kind. */
export interface VoidedFactors {
  readonly codes: number;
  readonly tokens: number;
}

/**
 * Voids every code, challenge and proof from before a restore, and advances tokens past the codes that may have been
 * used since the backup. An interrupted run can be repeated: tokens changed since its start are not advanced twice.
 */
export async function voidOpenFactors(
  ctx: Context,
  { startedAt }: { readonly startedAt: Temporal.Instant },
): Promise<VoidedFactors> {
  const scope = { bankId: ctx.bankId, now: ctx.clock.now(), listMax: rowsMax };
  const codes =
    (await endInBatches(ctx, { field: 'codes', rowsMax }, (work) => voidOpenCodes(work, scope))) +
    (await endInBatches(ctx, { field: 'challenges', rowsMax }, (work) => voidOpenChallenges(work, scope)));
  const tokenScope = { ...scope, startedAt, step: restoreCounterStep };
  const tokens = await endInBatches(ctx, { field: 'tokens', rowsMax }, (work) =>
    advanceTokens(work, tokenScope),
  );
  return { codes, tokens };
}

import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { restoreCounterStep } from '../domain/oath/restore.ts';
import { moveTokensAhead, voidOpenChallenges, voidOpenCodes } from '../store/restoring.store.ts';

const rowsMax = 2_000;

/** How much of each kind was voided. */
export interface VoidedFactors {
  readonly codes: number;
  readonly tokens: number;
}

/**
 * Voids every code, challenge and proof of before, and moves tokens past the codes that may have been used since the
 * backup. A run that was interrupted goes on: tokens changed since it started are not moved twice.
 */
export async function voidOpenFactors(
  ctx: Context,
  { startedAt }: { readonly startedAt: Temporal.Instant },
): Promise<VoidedFactors> {
  const scope = { bankId: ctx.bankId, now: ctx.clock.now(), listMax: rowsMax };
  const codes =
    (await inBatches(ctx, 'codes', (work) => voidOpenCodes(work, scope))) +
    (await inBatches(ctx, 'challenges', (work) => voidOpenChallenges(work, scope)));
  const moved = { ...scope, startedAt, step: restoreCounterStep };
  const tokens = await inBatches(ctx, 'tokens', (work) => moveTokensAhead(work, moved));
  return { codes, tokens };
}

async function inBatches(
  ctx: Context,
  field: string,
  once: (work: Work) => Promise<number>,
): Promise<number> {
  let count = 0;
  let batch: number;
  do {
    batch = await runCommand(ctx, async (work) => {
      const done = await once(work);
      work.audit({ aggregateKind: 'bank', aggregateId: ctx.bankId, changes: [{ field, after: done }] });
      return done;
    });
    count += batch;
  } while (batch === rowsMax);
  return count;
}

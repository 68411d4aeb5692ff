import { Temporal } from 'temporal-polyfill';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Ending, RestoreStep } from '#platform/work/ending-ledger.ts';
import { type Block, keyOf } from '../domain/block.ts';
import { type BlockLine, replayOf, subjectIn, tppEndings } from '../domain/endings.ts';
import { listUnliftedBlocks } from '../store/blocks.store.ts';
import { blockThirdParty } from './block-third-party.ts';
import { unblockThirdParty } from './unblock-third-party.ts';

const reason = 'backup restored';

/** Compares the blocks of a restored database with the ledger, and returns the steps to replay. */
export async function replayBlocks(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const names: readonly string[] = tppEndings;
  const own = endings.filter(({ bankId, event }) => bankId === ctx.bankId && names.includes(event));
  const unlifted = Map.groupBy(await listUnliftedBlocks(ctx.db, ctx.bankId), ({ subject }) => keyOf(subject));
  return [...Map.groupBy(own, ({ subject }) => subject)].flatMap(([name, lines]) =>
    stepsOf(ctx, { name, lines, unlifted }),
  );
}

interface SubjectLines {
  readonly name: string;
  readonly lines: readonly Ending[];
  readonly unlifted: ReadonlyMap<string, readonly Block[]>;
}

function stepsOf(ctx: Context, { lines, name, unlifted }: SubjectLines): readonly RestoreStep[] {
  const subject = subjectIn(name);
  if (subject === undefined) return [];
  const { block, mustLift } = replayOf(
    lines.map(lineOf),
    unlifted.get(keyOf(subject)) ?? [],
    ctx.clock.now(),
  );
  const lift = {
    what: 'third parties unblocked again',
    subject: name,
    apply: () => unblockThirdParty(ctx, { subject, reason }),
  };
  const again = block && {
    what: 'third parties blocked again',
    subject: name,
    apply: () => blockThirdParty(ctx, { subject, reason, endsAt: block.endsAt }),
  };
  return [...(mustLift ? [lift] : []), ...(again === undefined ? [] : [again])];
}

/** A line with an unreadable time counts as the oldest, and an unreadable end as none: a doubt lifts no block. */
function lineOf({ at, event, until }: Ending): BlockLine {
  return {
    kind: event === 'third-party-blocked' ? 'blocked' : 'unblocked',
    at: parseTimestamp(at) ?? Temporal.Instant.fromEpochMilliseconds(0),
    until: until === undefined ? undefined : parseTimestamp(until),
  };
}

import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { hasPurgeable, purgeContents } from '../store/retention.store.ts';

/** As many at once as leave everybody else in peace. */
const atOnce = 1_000;

/** Forgets codes that have expired and messages whose time is over. Called by the clock. */
export async function cleanUpCorrespondence(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  let forgotten = 0;
  while (await hasPurgeable(db, bankId, clock.now())) {
    const many = await runCommand(ctx, async (work) => {
      const count = await purgeContents(work, { bankId, now: clock.now(), count: atOnce });
      work.audit({
        aggregateKind: 'retention',
        aggregateId: 'content',
        changes: [{ field: 'forgotten', after: count }],
      });
      return count;
    });
    forgotten += many;
    // What others hold at the moment is left to the next time.
    if (many === 0) break;
  }
  return forgotten;
}

import { type ConsentsPorts, createAccessDays, recordAccessDays } from '#capabilities/consents/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { CompositionDeps } from './composition.ts';

/** A process that is killed loses the days of reads of these seconds, unless the third party reads again that day. */
const saveEveryMs = 5_000;

/** Collects on which days third parties read, and saves it every few seconds. Only a process of the API has reads. */
export function startAccessDays({
  api,
  database,
  runtime,
}: Pick<CompositionDeps, 'api' | 'database' | 'runtime'>): ConsentsPorts['accessDays'] {
  const { clock, ids, log } = runtime;
  const accessDays = createAccessDays();
  const save = async (): Promise<void> => {
    const results = await Promise.allSettled(
      [...accessDays.take()].map(async ([bankId, days]) => {
        const requestId = ids.uuid(virtualShard(bankId, 'access-days'));
        const work = { job: 'record-access-days', bankId, requestId };
        try {
          await recordAccessDays(systemContext({ app: database, clock, ids, log }, work), days);
          accessDays.markSaved(bankId, days);
        } catch (error) {
          // A database that refuses once must not lose them; the next turn tries again.
          accessDays.putBack(bankId, days);
          throw error;
        }
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const step = async (): Promise<number> => {
    await save();
    return 0;
  };
  const loop =
    api === undefined ? undefined : startLoop({ name: 'access-days', step, idleMs: saveEveryMs, log });
  return {
    add: (read) => accessDays.add(read),
    async close() {
      await loop?.stop();
      await save();
    },
  };
}

import type { Log } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { startLoop } from '#platform/work/loop.ts';
import { receiversMax } from '../domain/policy.ts';
import { type Delivery, deliverToReceiver } from '../operations/deliver-to-receiver.ts';
import { listDueReceivers } from '../operations/list-due-receivers.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';

export interface DelivererOptions extends Delivery {
  readonly banks: readonly string[];
  /** The system caller of this bank. */
  readonly contextFor: (bankId: string) => Context & TppNotificationsPorts;
  readonly log: Log;
}

export interface Deliverer {
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const idleMs = 250;
const failedMsMax = 5_000;

/** Starts a loop for each bank. Each receiver has a run of its own, so that a slow one delays no other. */
export function startDeliverer({ banks, contextFor, log, ...delivery }: DelivererOptions): Deliverer {
  let isStopped = false;
  const runs = banks.map((bankId) => {
    const active = new Map<string, Promise<void>>();

    const run = async (organisationId: string): Promise<void> => {
      try {
        let mayHaveMore = true;
        while (mayHaveMore && !isStopped)
          mayHaveMore = await deliverToReceiver(contextFor(bankId), delivery, organisationId);
        // Other receivers go on; what was claimed is due again when its lease ends.
      } catch (error) {
        log.warn({ jobKind: name, bankId, error }, 'delivery run failed, will be repeated');
      } finally {
        active.delete(organisationId);
      }
    };

    const loop = startLoop({
      name,
      idleMs,
      failedMsMax,
      log,
      async step() {
        const listMax = receiversMax - active.size;
        if (listMax <= 0) return 0;
        const due = await listDueReceivers(contextFor(bankId), { except: [...active.keys()], listMax });
        for (const organisationId of due) active.set(organisationId, run(organisationId));
        return 0;
      },
    });
    return { active, loop };
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(runs.map(({ loop }) => loop.stop()));
      await Promise.all(runs.flatMap(({ active }) => [...active.values()]));
    },
  };
}

const name = 'send-notifications';

import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { deviceEndings } from '../../domain/devices/endings.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listLivePairings } from '../../store/device-clean-up.store.ts';
import { endDevice } from './end-device.ts';

/** Pairings per query. */
const pairingsMax = 1_000;

/** Compares the devices of a restored database with the ledger: one that was unpaired after the backup is unpaired again. */
export async function replayDeviceEndings(
  ctx: Context & ClientPorts,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const ended = newestEndings(endings, { bankId, events: deviceEndings }).filter(({ subject }) =>
    isUuid(subject),
  );
  const steps: RestoreStep[] = [];
  for (let from = 0; from < ended.length; from += pairingsMax) {
    const some = new Map(ended.slice(from, from + pairingsMax).map((ending) => [ending.subject, ending]));
    for (const pairing of await listLivePairings(db, { bankId, pairingIds: [...some.keys()] })) {
      const { changedAt, deviceId, pairingId, userId } = pairing;
      const ending = some.get(pairingId);
      if (ending === undefined || !isNewerThan(ending, changedAt)) continue;
      steps.push({
        what: 'devices unpaired again',
        subject: pairingId,
        apply: async () => void (await endDevice(ctx, { userId, deviceId, reason: 'restored' })),
      });
    }
  }
  return steps;
}

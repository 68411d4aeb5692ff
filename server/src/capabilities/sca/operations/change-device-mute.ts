import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { askersOf, type DeviceViewer, ownerFor } from '../steps/devices/list-askers.ts';
import { muteAsker } from '../steps/devices/mutes.ts';
import { deleteMute } from '../store/device-mutes.store.ts';

/**
 * Mutes one that asked on a device, for a day, or ends a mute. Returns false for one that is not in the list of the
 * customer: then nothing is changed.
 */
export async function changeDeviceMute(
  ctx: Context,
  {
    asker,
    isMuted,
    viewer,
  }: { readonly asker: string; readonly isMuted: boolean; readonly viewer: DeviceViewer },
): Promise<boolean> {
  const { bankId } = ctx;
  const owner = ownerFor(viewer);
  const known = (await askersOf(ctx, viewer)).find((one) => one.asker === asker);
  if (known === undefined) return false;
  await runCommand(ctx, async (work) => {
    const changed = isMuted
      ? muteAsker(ctx, work, { asker, name: known.name, owner })
      : { field: `muted ${asker}`, after: false };
    if (!isMuted) deleteMute(work, { bankId, owner, asker });
    work.audit({ aggregateKind: 'customer', aggregateId: owner, changes: [changed] });
  });
  return true;
}

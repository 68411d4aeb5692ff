import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { pageAsker } from '../domain/device-turn.ts';
import { deviceRequestKeptDays } from '../domain/policy.ts';
import { muteAsker } from '../steps/devices/mutes.ts';
import { deleteMute, listMutes } from '../store/device-mutes.store.ts';
import { listAskers } from '../store/device-requests.store.ts';

/** A signed-in user who looks at those that ask devices. */
interface DeviceViewer {
  readonly userId: string;
  /** Undefined for a user who is no customer. */
  readonly customerNumber: string | undefined;
}

/** A third party or application that asked on a device, or that is muted. */
export interface DeviceAsker {
  readonly asker: string;
  readonly name: string;
  /** The last time; undefined if it asked another user of the customer. */
  readonly askedAt: Temporal.Instant | undefined;
  readonly mutedUntil: Temporal.Instant | undefined;
}

/** Lists who asked a user on a device lately, and whom the customer has muted: these first. */
export async function listDeviceAskers(
  { bankId, clock, db }: Context,
  viewer: DeviceViewer,
): Promise<readonly DeviceAsker[]> {
  const now = clock.now();
  const since = now.subtract({ hours: deviceRequestKeptDays * 24 });
  const [mutes, askers] = await Promise.all([
    listMutes(db, { bankId, owner: ownerFor(viewer), now }),
    listAskers(db, { bankId, customer: viewer.userId, since, except: pageAsker }),
  ]);
  const askedAt = new Map(askers.map((one) => [one.asker, one.askedAt]));
  const muted = new Set(mutes.map(({ asker }) => asker));
  return [
    ...mutes.map((one) => ({ ...one, askedAt: askedAt.get(one.asker) })),
    ...askers.filter(({ asker }) => !muted.has(asker)).map((one) => ({ ...one, mutedUntil: undefined })),
  ];
}

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
  const known = (await listDeviceAskers(ctx, viewer)).find((one) => one.asker === asker);
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

function ownerFor({ customerNumber, userId }: DeviceViewer): string {
  return customerNumber ?? userId;
}

import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { pageAsker } from '../../domain/device-turn.ts';
import { deviceRequestKeptDays } from '../../domain/policy.ts';
import { listMutes } from '../../store/device-mutes.store.ts';
import { listAskers } from '../../store/device-requests.store.ts';

/** A signed-in user who looks at those that ask devices. */
export interface DeviceViewer {
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
export async function askersOf(
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

/** Returns the customer that a mute belongs to; the user, if it is of no customer. */
export function ownerFor({ customerNumber, userId }: DeviceViewer): string {
  return customerNumber ?? userId;
}

import type { Context } from '#platform/work/context.ts';
import { notificationGroups } from '../domain/notification-groups.ts';
import { type ShownPreference, shownPreferences } from '../domain/preferences.ts';
import { ownNumbers } from '../steps/own-numbers.ts';
import { listPreferences } from '../store/preferences.store.ts';

/** A preference, and whose it is. */
export interface OwnPreference {
  readonly customerNumber: string;
  readonly preference: ShownPreference;
}

/** How the caller, and the organization they act for, are notified. */
export async function getPreferences({ bankId, caller, db }: Context): Promise<readonly OwnPreference[]> {
  const shown = await Promise.all(
    ownNumbers(caller).map(async (customerNumber) => {
      const stored = await listPreferences(db, { bankId, customerNumber });
      return shownPreferences(notificationGroups, stored).map((preference) => ({
        customerNumber,
        preference,
      }));
    }),
  );
  return shown.flat();
}

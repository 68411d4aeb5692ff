import type { Context } from '#platform/work/context.ts';
import { notificationGroups } from '../../domain/notification-groups.ts';
import { type PreferenceView, preferenceViews } from '../../domain/preferences.ts';
import { ownNumbers } from '../../steps/callers.ts';
import { listPreferences } from '../../store/preferences.store.ts';

/** A preference and its owner. */
export interface OwnPreference {
  readonly customerNumber: string;
  readonly preference: PreferenceView;
}

/** Returns the preferences of the caller and of the organization they act for. */
export async function getPreferences({ bankId, caller, db }: Context): Promise<readonly OwnPreference[]> {
  const shown = await Promise.all(
    ownNumbers(caller).map(async (customerNumber) => {
      const stored = await listPreferences(db, { bankId, customerNumber });
      return preferenceViews(notificationGroups, stored).map((preference) => ({
        customerNumber,
        preference,
      }));
    }),
  );
  return shown.flat();
}

import type { Context } from '#platform/work/context.ts';
import { type NotificationGroup, notificationGroups } from '../../domain/notification-groups.ts';

/** Returns the notification groups. */
export async function listNotificationGroups(_ctx: Context): Promise<readonly NotificationGroup[]> {
  return notificationGroups;
}

import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { frequencies } from '../literals.ts';
import { groupIds, notificationGroups } from '../notification-groups.ts';

const groupDescriptions = Object.fromEntries(
  notificationGroups.map(({ description, groupId }) => [groupId, description]),
);

/** Classifications of notifications. */
export const notificationClassifications: readonly ClassificationSchema[] = [
  {
    id: 'notification-groups',
    name: 'Notification groups',
    description: 'What customers can be notified of.',
    bank: { mayAdd: false, fixed: 'all' },
    values: valuesOf<string>(groupIds, { descriptions: groupDescriptions }),
  },
  {
    id: 'notification-frequencies',
    name: 'Notification frequencies',
    description: 'How often digests are sent.',
    bank: { mayAdd: false, fixed: 'all' },
    values: valuesOf(frequencies, {
      descriptions: {
        P1D: 'Every day.',
        P7D: 'Every week.',
        P1M: 'Every month.',
      },
    }),
  },
];

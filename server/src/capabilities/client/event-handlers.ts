import type { EventHandler } from '#platform/work/event-handler.ts';
import { contactEvents } from './domain/contact-events.ts';
import { noticedEvents } from './domain/restrictions/notice.ts';
import { wakeDevice } from './operations/approvals/wake-device.ts';
import { sendChangeCode } from './operations/change-requests/send-change-code.ts';
import { followUser } from './operations/devices/follow-user.ts';
import { notifyOfDevice } from './operations/devices/notify-of-device.ts';
import { purgeDevices } from './operations/devices/purge-devices.ts';
import { followOwner } from './operations/maintenance/follow-owner.ts';
import { followUser as followPreferences } from './operations/maintenance/follow-user.ts';
import { followContacts } from './operations/pending-actions/follow-contacts.ts';
import { followResidence } from './operations/pending-actions/follow-residence.ts';
import { followParty } from './operations/restrictions/follow-party.ts';
import { notifyClient } from './operations/restrictions/notify-client.ts';
import type { ClientPorts } from './ports/client-ports.ts';

/** Returns the event handlers of own data. */
function ownDataHandlers(ports: ClientPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'client-codes',
      events: ['change-request-created'],
      handle: (context, event) => sendChangeCode({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-contacts',
      events: contactEvents,
      handle: (context, event) => followContacts({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-residence',
      events: ['residential-profile-modified'],
      handle: (context, event) => followResidence({ ...context, ...ports }, event),
    },
    {
      // One consumer for all three: the events of one party are processed in order.
      consumer: 'client-owners',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => followOwner({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-users',
      events: ['user-closed'],
      handle: (context, event) => followPreferences({ ...context, ...ports }, event),
    },
  ];
}

/** Returns the event handlers of the client capability. */
export function clientEventHandlers(ports: ClientPorts): readonly EventHandler[] {
  return [
    ...ownDataHandlers(ports),
    {
      consumer: 'client-wake-ups',
      events: ['approval-requested'],
      handle: (context, event) => wakeDevice({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-restriction-notices',
      events: noticedEvents,
      handle: (context, event) => notifyClient({ ...context, ...ports }, event),
    },
    {
      // One consumer for all: the events of one party are processed in order.
      consumer: 'client-restrictions',
      events: ['individual-death-reported', 'individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => followParty({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-device-notices',
      events: ['device-paired', 'device-unpaired'],
      handle: (context, event) => notifyOfDevice({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-device-users',
      events: ['user-closed', 'user-suspended'],
      handle: (context, event) => followUser({ ...context, ...ports }, event),
    },
    {
      consumer: 'client-device-parties',
      events: ['party-erased'],
      handle: (context, event) => purgeDevices({ ...context, ...ports }, event),
    },
  ];
}

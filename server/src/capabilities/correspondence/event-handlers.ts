import type { EventHandler } from '#platform/work/event-handler.ts';
import { followParty } from './operations/lifecycle/follow-party.ts';
import { followUser } from './operations/lifecycle/follow-user.ts';

/** Party events that change who may be contacted. */
const followed = ['individual-death-confirmed', 'party-erased', 'parties-merged'] as const;

/** Event handlers of correspondence: they follow changes of parties and users. */
export const eventHandlers: readonly EventHandler[] = [
  { consumer: 'correspondence', events: followed, handle: followParty },
  { consumer: 'correspondence-users', events: ['user-closed'], handle: followUser },
];

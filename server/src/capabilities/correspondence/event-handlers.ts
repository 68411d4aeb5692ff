import type { EventHandler } from '#platform/work/event-handler.ts';
import { followParty } from './operations/follow-party.ts';

/** Party events that change to whom something may be said. */
const followed = ['individual-death-confirmed', 'party-erased', 'parties-merged'] as const;

/** What correspondence does when something happens to the people it writes to. */
export const eventHandlers: readonly EventHandler[] = [
  { consumer: 'correspondence', events: followed, react: followParty },
];

import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { BasketHead } from './store/basket-rows.ts';

const about = { source: '/signing-baskets', aggregateKind: 'signing-basket' } as const;
const members = {
  basketId: Type.String(),
  organisationId: Type.String(),
  transactionStatus: Type.String(),
};

/** All events of this capability. None names the customer, an account or an amount. */
export const events = {
  created: defineEvent({
    ...about,
    name: 'signing-basket-created',
    version: 1,
    summary: 'A third party grouped payments and consents, to have them authorised together.',
    data: Type.Object(members),
  }),
  changed: defineEvent({
    ...about,
    name: 'signing-basket-changed',
    version: 1,
    summary: 'The status of a signing basket changed.',
    data: Type.Object(members),
  }),
  ended: defineEvent({
    ...about,
    name: 'signing-basket-ended',
    version: 1,
    summary: 'A signing basket was authorised or deleted. A restored backup must not open it again.',
    data: Type.Object({
      basketId: Type.String(),
      /** Its last status. */
      reason: Type.String(),
      /** When its row was written. */
      at: Type.String(),
    }),
  }),
} as const;

export function basketCreated(basket: BasketHead): NewEvent {
  return eventOf(events.created, basket.basketId, membersOf(basket));
}

export function basketChanged(basket: BasketHead): NewEvent {
  return eventOf(events.changed, basket.basketId, membersOf(basket));
}

function membersOf({ basketId, organisationId, status }: BasketHead): {
  readonly basketId: string;
  readonly organisationId: string;
  readonly transactionStatus: string;
} {
  return { basketId, organisationId, transactionStatus: status };
}

export function basketEnded({ basketId, modifiedAt, status }: BasketHead): NewEvent {
  return eventOf(events.ended, basketId, { basketId, reason: status, at: modifiedAt.toString() });
}

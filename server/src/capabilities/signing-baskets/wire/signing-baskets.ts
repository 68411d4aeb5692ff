import { approvalRequestIn, flagIn, type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { notificationRequestIn, toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import type {
  createBasket as creationContract,
  getBasket as readContract,
  getBasketStatus as statusContract,
} from '../contract/signing-baskets.ts';
import type { BasketStatus } from '../domain/basket.ts';
import type { MemberKind } from '../domain/members.ts';
import type { CreateBasket, CreatedBasket } from '../operations/create-basket.ts';
import type { StoredBasket } from '../store/baskets.store.ts';

export function toCreation({ body, headers }: RequestOf<typeof creationContract>): CreateBasket {
  const { consentIds = [], paymentIds = [] } = body;
  return {
    members: [
      ...paymentIds.map((id) => ({ kind: 'payment' as const, id })),
      ...consentIds.map((id) => ({ kind: 'consent' as const, id })),
    ],
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']),
    notifications: notificationRequestIn(headers),
  };
}

/** Where a basket and its authorisations are found. */
function placeOf(basketId: string): Place {
  const resource = `/v1/signing-baskets/${basketId}`;
  return { resource, list: `${resource}/authorisations` };
}

export function toCreated({
  basketId,
  notifications,
  start,
  status,
}: CreatedBasket): ResponseOf<typeof creationContract> {
  const place = placeOf(basketId);
  return {
    status: 201 as const,
    headers: { location: place.resource, ...toNotificationHeaders(notifications) },
    body: { transactionStatus: status, basketId, ...toResourceStart(start, place).body },
  };
}

export function toRead({ basketId, members, status }: StoredBasket): ResponseOf<typeof readContract> {
  const { list, resource } = placeOf(basketId);
  const idsOf = (kind: MemberKind): readonly string[] =>
    members.filter((member) => member.kind === kind).map(({ id }) => id);
  const [payments, consents] = [idsOf('payment'), idsOf('consent')];
  const isOpen = status === 'RCVD' || status === 'PATC';
  return {
    status: 200 as const,
    body: {
      ...(payments.length > 0 ? { payments: [...payments] } : {}),
      ...(consents.length > 0 ? { consents: [...consents] } : {}),
      transactionStatus: status,
      _links: {
        self: { href: resource },
        status: { href: `${resource}/status` },
        ...(isOpen ? { startAuthorisation: { href: list } } : {}),
      },
    },
  };
}

export function toStatus(status: BasketStatus): ResponseOf<typeof statusContract> {
  return { status: 200 as const, body: { transactionStatus: status } };
}

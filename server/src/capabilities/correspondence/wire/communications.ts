import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { sortOrderDefault } from '#platform/kernel/paging.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  getBatch,
  getCommunication,
  listCommunications,
  updateStatuses,
} from '../contract/communications.ts';
import type { Contact, ContactConsent } from '../domain/content.ts';
import { maskAddresses } from '../domain/masking.ts';
import { textFor } from '../domain/message-text.ts';
import { communicationSortKeyDefault } from '../domain/queries.ts';
import type { BatchSummary } from '../operations/communications/get-batch.ts';
import type {
  CommunicationsPage,
  CommunicationsQuery,
} from '../operations/communications/list-communications.ts';
import type { StatusUpdate } from '../operations/delivery/update-statuses.ts';
import type { CommunicationView } from '../steps/communications.ts';
import { instant } from './initiation.ts';
import { toWireMessage } from './message.ts';
import { toPageMetadata } from './pages.ts';

export function toCommunicationCriteria({ params }: RequestOf<typeof getCommunication>): {
  readonly communicationId: string;
} {
  return { communicationId: params['communication-id'].toLowerCase() };
}

export function toCommunicationResponse(shown: CommunicationView): ResponseOf<typeof getCommunication> {
  return { status: 200, body: toWireCommunication(shown) };
}

export function toStatusUpdates({ body }: RequestOf<typeof updateStatuses>): {
  readonly updates: readonly StatusUpdate[];
} {
  return {
    updates: body.items.map((item) => ({
      communicationId: item['communication-id'].toLowerCase(),
      status: item.status,
      reason: mapDefined(item.reason, maskAddresses),
      isHard: item['hard-failure'] ?? false,
      occurredAt: mapDefined(item.occurred, instant),
      reference: undefined,
    })),
  };
}

export function toCommunicationsQuery({ query }: RequestOf<typeof listCommunications>): CommunicationsQuery {
  return {
    medium: query['contact-medium'],
    statuses: query.statuses ?? [],
    batchId: query['batch-id'],
    page: omitUndefined({ page: query.page, pageSize: query['page-size'] }),
    sorting: {
      sortBy: query['sort-by'] ?? communicationSortKeyDefault,
      sortOrder: query['sort-order'] ?? sortOrderDefault,
    },
  };
}

export function toCommunicationsResponse({
  items,
  metadata,
}: CommunicationsPage): ResponseOf<typeof listCommunications> {
  return { status: 200, body: { ...toPageMetadata(metadata), items: items.map(toWireCommunication) } };
}

type WireContact = ResponseOf<typeof getCommunication>['body']['contact'];
type WireConsent = NonNullable<WireContact['contact-preference']>['opt-ins'][number];

function toWireCommunication({
  attachments,
  communication,
  contact,
  content,
}: CommunicationView): ResponseOf<typeof getCommunication>['body'] {
  return omitUndefined({
    'communication-id': communication.communicationId,
    contact: toWireContact(contact),
    'customer-number': communication.customerNumber,
    created: toWireTimestamp(communication.createdAt),
    status: communication.status,
    sent: mapDefined(communication.sentAt, toWireTimestamp),
    expires: toWireTimestamp(communication.expiresAt),
    'message-kind': communication.messageKind,
    priority: communication.priority,
    'batch-id': communication.batchId,
    'retry-count': communication.retryCount,
    // A gateway sends what it reads here, so it gets the masked text of its medium.
    message: mapDefined(content, (visibleContent) =>
      toWireMessage(omitUndefined(textFor(communication.medium, visibleContent)), attachments),
    ),
  });
}

function toWireContact({ details, kind, preference, uri, usage }: Contact): WireContact {
  return omitUndefined({
    usage,
    kind,
    details,
    'contact-preference': mapDefined(preference, ({ language, optIns, optOuts, uri: changedAt }) =>
      omitUndefined({
        'preferred-language': language,
        'opt-ins': optIns.map(toWireConsent),
        'opt-outs': optOuts.map(toWireConsent),
        uri: changedAt,
      }),
    ),
    uri,
  });
}

function toWireConsent({ medium, purpose }: ContactConsent): WireConsent {
  return omitUndefined({ purpose, 'contact-medium': medium });
}

export function toBatchCriteria({ params }: RequestOf<typeof getBatch>): { readonly batchId: string } {
  return { batchId: params['batch-id'] };
}

export function toBatchSummaryResponse(summary: BatchSummary): ResponseOf<typeof getBatch> {
  const { batchId, isEstimate, items, totalCount } = summary;
  return {
    status: 200,
    body: {
      'batch-id': batchId,
      'total-count': totalCount,
      'total-count-is-estimate': isEstimate,
      items: [...items],
    },
  };
}

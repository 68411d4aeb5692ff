import { toClassificationListResponse, toClassificationResponse } from '#dialects/channel/classifications.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import * as attachments from './contract/attachments.ts';
import * as classifications from './contract/classifications.ts';
import * as communications from './contract/communications.ts';
import * as mailbox from './contract/mailbox.ts';
import * as preferences from './contract/preferences.ts';
import * as templates from './contract/templates.ts';
import { archiveMessages } from './operations/archive-messages.ts';
import { getAttachment } from './operations/get-attachment.ts';
import { getClassification } from './operations/get-classification.ts';
import { getCommunication } from './operations/get-communication.ts';
import { getMessage } from './operations/get-message.ts';
import { getPreferences } from './operations/get-preferences.ts';
import { initiateDelivery } from './operations/initiate-delivery.ts';
import { listClassifications } from './operations/list-classifications.ts';
import { listCommunications } from './operations/list-communications.ts';
import { listMessages } from './operations/list-messages.ts';
import { listNotificationGroups } from './operations/list-notification-groups.ts';
import { markAsRead } from './operations/mark-as-read.ts';
import { renderDocument } from './operations/render-document.ts';
import { setPreferences } from './operations/set-preferences.ts';
import { summarizeMessages } from './operations/summarize-messages.ts';
import { updateStatuses } from './operations/update-statuses.ts';
import { toAttachmentResponse, toFollowedLink } from './wire/attachments.ts';
import {
  toCommunicationCriteria,
  toCommunicationResponse,
  toCommunicationsQuery,
  toCommunicationsResponse,
  toInitiateDelivery,
  toInitiatedResponse,
  toStatusUpdates,
} from './wire/communications.ts';
import {
  toArchiveRequest,
  toDoneResponse,
  toMailboxQuery,
  toMessageCriteria,
  toMessageResponse,
  toMessagesResponse,
  toSummaryQuery,
  toSummaryResponse,
} from './wire/mailbox.ts';
import { toGroupsResponse, toPreferencesResponse, toPreferenceWishes } from './wire/preferences.ts';
import { toRenderDocument, toRenderedResponse } from './wire/templates.ts';

/** In the order of the specification's table. */
export const correspondenceRoutes = [
  endpoint(communications.initiateDelivery, {
    toCommand: toInitiateDelivery,
    operation: initiateDelivery,
    toResponse: toInitiatedResponse,
  }),
  endpoint(communications.updateStatuses, {
    toCommand: toStatusUpdates,
    operation: updateStatuses,
    toResponse: toDoneResponse,
  }),
  endpoint(communications.listCommunications, {
    toCommand: toCommunicationsQuery,
    operation: listCommunications,
    toResponse: toCommunicationsResponse,
  }),
  endpoint(communications.getCommunication, {
    toCommand: toCommunicationCriteria,
    operation: getCommunication,
    toResponse: toCommunicationResponse,
  }),
  endpoint(templates.renderDocument, {
    toCommand: toRenderDocument,
    operation: renderDocument,
    toResponse: toRenderedResponse,
  }),
  endpoint(mailbox.listMessages, {
    toCommand: toMailboxQuery,
    operation: listMessages,
    toResponse: toMessagesResponse,
  }),
  endpoint(mailbox.getMessage, {
    toCommand: toMessageCriteria,
    operation: getMessage,
    toResponse: toMessageResponse,
  }),
  endpoint(mailbox.summarizeMessages, {
    toCommand: toSummaryQuery,
    operation: summarizeMessages,
    toResponse: toSummaryResponse,
  }),
  endpoint(mailbox.markAsRead, {
    toCommand: ({ params }) => ({ messageId: params['message-id'] }),
    operation: markAsRead,
    toResponse: toDoneResponse,
  }),
  endpoint(mailbox.archiveMessages, {
    toCommand: toArchiveRequest,
    operation: archiveMessages,
    toResponse: toDoneResponse,
  }),
  endpoint(classifications.listClassifications, {
    toCommand: () => undefined,
    operation: listClassifications,
    toResponse: toClassificationListResponse,
  }),
  endpoint(classifications.getClassification, {
    toCommand: ({ params }) => ({ schemaId: params['schema-id'] }),
    operation: getClassification,
    toResponse: toClassificationResponse,
  }),
  endpoint(preferences.setPreferences, {
    toCommand: toPreferenceWishes,
    operation: setPreferences,
    toResponse: toDoneResponse,
  }),
  endpoint(preferences.listNotificationGroups, {
    toCommand: () => undefined,
    operation: listNotificationGroups,
    toResponse: toGroupsResponse,
  }),
  endpoint(preferences.getPreferences, {
    toCommand: () => undefined,
    operation: getPreferences,
    toResponse: toPreferencesResponse,
  }),
  endpoint(attachments.getAttachment, {
    toCommand: toFollowedLink,
    operation: getAttachment,
    toResponse: toAttachmentResponse,
  }),
];

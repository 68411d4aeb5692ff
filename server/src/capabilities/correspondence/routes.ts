import {
  toClassificationListResponse,
  toClassificationQuery,
  toClassificationResponse,
  toClassificationsQuery,
} from '#dialects/channel/classifications.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import * as attachments from './contract/attachments.ts';
import * as classifications from './contract/classifications.ts';
import * as communications from './contract/communications.ts';
import * as initiation from './contract/initiation.ts';
import * as mailbox from './contract/mailbox.ts';
import * as preferences from './contract/preferences.ts';
import * as templates from './contract/templates.ts';
import { getClassification } from './operations/classifications/get-classification.ts';
import { listClassifications } from './operations/classifications/list-classifications.ts';
import { getBatch } from './operations/communications/get-batch.ts';
import { getCommunication } from './operations/communications/get-communication.ts';
import { listCommunications } from './operations/communications/list-communications.ts';
import { updateStatuses } from './operations/delivery/update-statuses.ts';
import { initiateBatch } from './operations/initiation/initiate-batch.ts';
import { initiateDelivery } from './operations/initiation/initiate-delivery.ts';
import { archiveMessages } from './operations/mailbox/archive-messages.ts';
import { getAttachment } from './operations/mailbox/get-attachment.ts';
import { getMessage } from './operations/mailbox/get-message.ts';
import { listMessages } from './operations/mailbox/list-messages.ts';
import { markAsRead } from './operations/mailbox/mark-as-read.ts';
import { summarizeMessages } from './operations/mailbox/summarize-messages.ts';
import { getPreferences } from './operations/preferences/get-preferences.ts';
import { listNotificationGroups } from './operations/preferences/list-notification-groups.ts';
import { setPreferences } from './operations/preferences/set-preferences.ts';
import { renderDocument } from './operations/templates/render-document.ts';
import { toAttachmentResponse, toFollowedLink } from './wire/attachments.ts';
import {
  toBatchCriteria,
  toBatchSummaryResponse,
  toCommunicationCriteria,
  toCommunicationResponse,
  toCommunicationsQuery,
  toCommunicationsResponse,
  toStatusUpdates,
} from './wire/communications.ts';
import {
  toBatchRequest,
  toBatchResponse,
  toInitiateDelivery,
  toInitiatedResponse,
} from './wire/initiation.ts';
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
import { toGroupsResponse, toPreferenceRequests, toPreferencesResponse } from './wire/preferences.ts';
import { toRenderDocument, toRenderedResponse } from './wire/templates.ts';

/** In the order of the specification's table. */
export const correspondenceRoutes = [
  endpoint(initiation.initiateDelivery, {
    toCommand: toInitiateDelivery,
    operation: initiateDelivery,
    toResponse: toInitiatedResponse,
  }),
  endpoint(initiation.initiateBatch, {
    toCommand: toBatchRequest,
    operation: initiateBatch,
    toResponse: toBatchResponse,
  }),
  endpoint(communications.getBatch, {
    toCommand: toBatchCriteria,
    operation: getBatch,
    toResponse: toBatchSummaryResponse,
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
    toCommand: toClassificationsQuery,
    operation: listClassifications,
    toResponse: toClassificationListResponse,
  }),
  endpoint(classifications.getClassification, {
    toCommand: toClassificationQuery,
    operation: getClassification,
    toResponse: toClassificationResponse,
  }),
  endpoint(preferences.setPreferences, {
    toCommand: toPreferenceRequests,
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

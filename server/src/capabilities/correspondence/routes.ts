import { toClassificationAnswer, toClassificationListAnswer } from '#dialects/channel/classifications.ts';
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
import { toAttachmentAnswer, toFollowedLink } from './wire/attachments.ts';
import {
  toCommunicationAnswer,
  toCommunicationSought,
  toCommunicationsAnswer,
  toCommunicationsQuery,
  toInitiateDelivery,
  toInitiatedAnswer,
  toStatusUpdates,
} from './wire/communications.ts';
import {
  toArchiveWish,
  toDoneAnswer,
  toMailboxQuery,
  toMessageAnswer,
  toMessageSought,
  toMessagesAnswer,
  toSummaryAnswer,
  toSummaryQuery,
} from './wire/mailbox.ts';
import { toGroupsAnswer, toPreferencesAnswer, toPreferenceWishes } from './wire/preferences.ts';
import { toRenderDocument, toRenderedAnswer } from './wire/templates.ts';

/** In the order of the specification's table. */
export const correspondenceRoutes = [
  endpoint(communications.initiateDelivery, {
    toCommand: toInitiateDelivery,
    operation: initiateDelivery,
    toAnswer: toInitiatedAnswer,
  }),
  endpoint(communications.updateStatuses, {
    toCommand: toStatusUpdates,
    operation: updateStatuses,
    toAnswer: toDoneAnswer,
  }),
  endpoint(communications.listCommunications, {
    toCommand: toCommunicationsQuery,
    operation: listCommunications,
    toAnswer: toCommunicationsAnswer,
  }),
  endpoint(communications.getCommunication, {
    toCommand: toCommunicationSought,
    operation: getCommunication,
    toAnswer: toCommunicationAnswer,
  }),
  endpoint(templates.renderDocument, {
    toCommand: toRenderDocument,
    operation: renderDocument,
    toAnswer: toRenderedAnswer,
  }),
  endpoint(mailbox.listMessages, {
    toCommand: toMailboxQuery,
    operation: listMessages,
    toAnswer: toMessagesAnswer,
  }),
  endpoint(mailbox.getMessage, {
    toCommand: toMessageSought,
    operation: getMessage,
    toAnswer: toMessageAnswer,
  }),
  endpoint(mailbox.summarizeMessages, {
    toCommand: toSummaryQuery,
    operation: summarizeMessages,
    toAnswer: toSummaryAnswer,
  }),
  endpoint(mailbox.markAsRead, {
    toCommand: ({ params }) => ({ messageId: params['message-id'] }),
    operation: markAsRead,
    toAnswer: toDoneAnswer,
  }),
  endpoint(mailbox.archiveMessages, {
    toCommand: toArchiveWish,
    operation: archiveMessages,
    toAnswer: toDoneAnswer,
  }),
  endpoint(classifications.listClassifications, {
    toCommand: () => undefined,
    operation: listClassifications,
    toAnswer: toClassificationListAnswer,
  }),
  endpoint(classifications.getClassification, {
    toCommand: ({ params }) => ({ schemaId: params['schema-id'] }),
    operation: getClassification,
    toAnswer: toClassificationAnswer,
  }),
  endpoint(preferences.setPreferences, {
    toCommand: toPreferenceWishes,
    operation: setPreferences,
    toAnswer: toDoneAnswer,
  }),
  endpoint(preferences.listNotificationGroups, {
    toCommand: () => undefined,
    operation: listNotificationGroups,
    toAnswer: toGroupsAnswer,
  }),
  endpoint(preferences.getPreferences, {
    toCommand: () => undefined,
    operation: getPreferences,
    toAnswer: toPreferencesAnswer,
  }),
  endpoint(attachments.getAttachment, {
    toCommand: toFollowedLink,
    operation: getAttachment,
    toAnswer: toAttachmentAnswer,
  }),
];

import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Content } from '../../domain/content.ts';
import { amountIn, groupOf, type InitiateDelivery, showsAccounts } from '../../domain/initiation.ts';
import { chooseMedium, type MediumChoice } from '../../domain/medium-choice.ts';
import { textFor } from '../../domain/message-text.ts';
import { notificationGroup } from '../../domain/notification-groups.ts';
import {
  type EffectivePreference,
  effectivePreference,
  passesThreshold,
  type StoredPreference,
} from '../../domain/preferences.ts';
import { fitsSms } from '../../domain/sms-text.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { problems } from '../../problems.ts';
import { type AttachmentBudget, createAttachmentBudget } from '../../steps/attachment-budget.ts';
import { loadAttachments } from '../../steps/attachments.ts';
import { composeContent } from '../../steps/content.ts';
import { type FoundRecipient, findRecipient } from '../../steps/recipients.ts';
import { attachDocuments } from '../../steps/template-documents.ts';
import type { StoredCommunication } from '../../store/communication-rows.ts';
import { listPreferences } from '../../store/preferences.store.ts';
import { findTemplate } from '../../store/templates.store.ts';

type Chosen = Extract<MediumChoice, { kind: 'chosen' }>;

interface DeliveryRoute {
  readonly recipient: FoundRecipient;
  readonly choice: Chosen;
  readonly preference: EffectivePreference | undefined;
  readonly category: StoredCommunication['messageCategory'] | undefined;
}

/** A composed message with recipient and medium, ready to be queued. */
export interface ComposedDelivery extends DeliveryRoute {
  readonly request: InitiateDelivery;
  readonly content: Content;
  readonly attachments: Awaited<ReturnType<typeof loadAttachments>>;
}

/**
 * Finds the recipient, chooses the medium and renders the message. Uses no unit of work: another process renders texts,
 * and a command must not hold locks while it waits.
 */
export async function composeDelivery(
  ctx: Context & CorrespondencePorts,
  request: InitiateDelivery,
  batch?: AttachmentBudget,
): Promise<ComposedDelivery> {
  const { bankId, db } = ctx;
  const budget = createAttachmentBudget(batch);
  const [{ preference, recipient }, edition, loaded] = await Promise.all([
    findPreference(ctx, db, request),
    request.source.kind === 'template'
      ? findTemplate(db, { bankId, templateId: request.source.templateId })
      : undefined,
    loadAttachments(ctx, request.source, budget),
  ]);
  const first = choose(request, recipient, preference);
  const { language } = ctx.correspondenceFacts.of(bankId);
  const languages = [recipient.language, request.language, language].filter((one) => one !== undefined);
  const composed = await composeContent(ctx, request.source, { edition, languages });
  const attachments = [...loaded, ...(await attachDocuments(ctx, request.source, { languages, budget }))];
  const { category } = composed;
  const content: Content = showsAccounts(request)
    ? { ...composed.content, showsAccounts: true }
    : composed.content;
  const isTooLong = first.contact.kind === 'sms' && !fitsSms(textFor('sms', content).text);
  const choice = isTooLong ? chooseLongerMedium(request, first, { recipient, preference }) : first;
  return { request, recipient, choice, preference, category, content, attachments };
}

/** Resolves the customer first: after a merge, the preferences of the surviving customer apply. */
async function findPreference(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  request: InitiateDelivery,
): Promise<Pick<DeliveryRoute, 'recipient' | 'preference'>> {
  const given = request.recipient.kind === 'customer' ? request.recipient.customerNumber : undefined;
  const [recipient, expected] = await Promise.all([
    findRecipient(ctx, db, request.recipient),
    // The given number is nearly always the surviving one, so both queries run at once.
    preferencesOf(ctx, db, given),
  ]);
  const { customerNumber } = recipient;
  // A bare address has no preferences.
  if (given === undefined) return { recipient, preference: undefined };
  const stored = customerNumber === given ? expected : await preferencesOf(ctx, db, customerNumber);
  return { recipient, preference: preferenceIn(stored, request) };
}

async function preferencesOf(
  { bankId }: Context,
  db: Reader,
  customerNumber: string | undefined,
): Promise<readonly StoredPreference[]> {
  return customerNumber === undefined ? [] : listPreferences(db, { bankId, customerNumber });
}

/** Returns the customer's preference for the group of the message, if it has one. */
function preferenceIn(
  stored: readonly StoredPreference[],
  request: InitiateDelivery,
): EffectivePreference | undefined {
  const groupId = groupOf(request);
  if (groupId === undefined) return undefined;
  const group = notificationGroup(groupId);
  const preference = effectivePreference(group, stored, request.accountId);
  if (!passesThreshold(group, preference, amountIn(request.source))) throw problems['recipient-opted-out']();
  return preference;
}

function choose(
  request: InitiateDelivery,
  recipient: FoundRecipient,
  preference: EffectivePreference | undefined,
): Chosen {
  const { messageKind } = request;
  const medium = request.recipient.kind === 'contact' ? request.recipient.contact.kind : request.medium;
  const choice = chooseMedium({ messageKind, medium, preference }, recipient);
  switch (choice.kind) {
    case 'chosen':
      return choice;
    case 'no-contact':
      throw problems['no-contact-for-medium']();
    case 'opted-out':
      throw problems['recipient-opted-out']();
  }
}

/**
 * Chooses the next medium with enough room if the sender requested none. A sender who requested SMS, or whose message
 * has no other medium, gets a problem.
 */
function chooseLongerMedium(
  request: InitiateDelivery,
  first: Chosen,
  { preference, recipient }: Pick<DeliveryRoute, 'preference' | 'recipient'>,
): Chosen {
  if (request.medium !== undefined || first.alternatives.length === 0) throw tooLongForSms(request);
  const addresses = recipient.addresses.filter(({ medium }) => medium !== 'sms');
  return choose(request, { ...recipient, addresses }, preference);
}

function tooLongForSms({ source }: InitiateDelivery): Error {
  if (source.kind === 'template') return problems['template-data-not-valid']({ details: { limit: 'sms' } });
  return standardProblems.invalid({
    fieldErrors: [
      {
        part: 'body',
        path: ['message', 'body', 'content'],
        code: 'too-long',
        message: 'Longer than two SMS segments.',
      },
    ],
  });
}

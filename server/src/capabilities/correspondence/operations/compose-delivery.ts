import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Content } from '../domain/content.ts';
import { amountIn, groupOf, type InitiateDelivery } from '../domain/initiation.ts';
import { chooseMedium, type MediumChoice } from '../domain/medium-choice.ts';
import { textFor } from '../domain/message-text.ts';
import { notificationGroup } from '../domain/notification-groups.ts';
import {
  type EffectivePreference,
  effectivePreference,
  passesThreshold,
  type StoredPreference,
} from '../domain/preferences.ts';
import { fitsSms } from '../domain/sms-text.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import { composeContent } from '../steps/compose-content.ts';
import { type FoundRecipient, findRecipient } from '../steps/find-recipient.ts';
import { storeAttachments } from '../steps/store-attachments.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { listPreferences } from '../store/preferences.store.ts';
import { findTemplate } from '../store/templates.store.ts';

type Chosen = Extract<MediumChoice, { kind: 'chosen' }>;

interface DeliveryRoute {
  readonly recipient: FoundRecipient;
  readonly choice: Chosen;
  readonly preference: EffectivePreference | undefined;
  readonly category: StoredCommunication['messageCategory'] | undefined;
}

/** A message that is written and has its recipient and medium, ready to be entered. */
export interface ComposedDelivery extends DeliveryRoute {
  readonly asked: InitiateDelivery;
  readonly content: Content;
  readonly attachments: Awaited<ReturnType<typeof storeAttachments>>;
}

/**
 * Finds the recipient, decides how the message goes, and writes it. It takes no unit of work: texts are made by another
 * process, and nothing may be locked while a command waits for it.
 */
export async function composeDelivery(
  ctx: Context & CorrespondencePorts,
  asked: InitiateDelivery,
): Promise<ComposedDelivery> {
  const { bankId, db } = ctx;
  const [{ preference, recipient }, edition, attachments] = await Promise.all([
    findWishes(ctx, db, asked),
    asked.said.kind === 'template'
      ? findTemplate(db, { bankId, templateId: asked.said.templateId })
      : undefined,
    storeAttachments(ctx, asked.said),
  ]);
  const first = choose(asked, recipient, preference);
  const { language } = ctx.correspondenceFacts.of(bankId);
  const languages = [recipient.language, asked.language, language].filter((one) => one !== undefined);
  const { category, content } = await composeContent(ctx, asked.said, { edition, languages });
  const isTooLong = first.contact.kind === 'sms' && !fitsSms(textFor('sms', content).text);
  const choice = isTooLong ? chooseRoomier(asked, first, { recipient, preference }) : first;
  return { asked, recipient, choice, preference, category, content, attachments };
}

/** Who it is comes first: of two who turned out to be one, the wishes of the one who stays hold. */
async function findWishes(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  asked: InitiateDelivery,
): Promise<Pick<DeliveryRoute, 'recipient' | 'preference'>> {
  const given = asked.recipient.kind === 'customer' ? asked.recipient.customerNumber : undefined;
  const [recipient, guessed] = await Promise.all([
    findRecipient(ctx, db, asked.recipient),
    // Nearly always the number that was given is the one that is kept, so both are asked for at once.
    preferencesOf(ctx, db, given),
  ]);
  const { customerNumber } = recipient;
  // A bare address has no preferences.
  if (given === undefined) return { recipient, preference: undefined };
  const stored = customerNumber === given ? guessed : await preferencesOf(ctx, db, customerNumber);
  return { recipient, preference: preferenceIn(stored, asked) };
}

async function preferencesOf(
  { bankId }: Context,
  db: Reader,
  customerNumber: string | undefined,
): Promise<readonly StoredPreference[]> {
  return customerNumber === undefined ? [] : listPreferences(db, { bankId, customerNumber });
}

/** What the customer wants of the group the message belongs to, if it belongs to one. */
function preferenceIn(
  stored: readonly StoredPreference[],
  asked: InitiateDelivery,
): EffectivePreference | undefined {
  const groupId = groupOf(asked);
  if (groupId === undefined) return undefined;
  const group = notificationGroup(groupId);
  const preference = effectivePreference(group, stored, asked.accountId);
  if (!passesThreshold(group, preference, amountIn(asked.said))) throw problems['recipient-opted-out']();
  return preference;
}

function choose(
  asked: InitiateDelivery,
  recipient: FoundRecipient,
  preference: EffectivePreference | undefined,
): Chosen {
  const { messageKind } = asked;
  const medium = asked.recipient.kind === 'contact' ? asked.recipient.contact.kind : asked.medium;
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
 * Whoever leaves the way to us is heard by the next one that has room. A sender who named SMS is told instead; so is one
 * who has no other way.
 */
function chooseRoomier(
  asked: InitiateDelivery,
  first: Chosen,
  { preference, recipient }: Pick<DeliveryRoute, 'preference' | 'recipient'>,
): Chosen {
  if (asked.medium !== undefined || first.further.length === 0) throw tooLongForSms(asked);
  const addresses = recipient.addresses.filter(({ medium }) => medium !== 'sms');
  return choose(asked, { ...recipient, addresses }, preference);
}

function tooLongForSms({ said }: InitiateDelivery): Error {
  if (said.kind === 'template') return problems['template-data-not-valid']({ details: { limit: 'sms' } });
  return standardProblems.invalid({
    faults: [
      {
        part: 'body',
        path: ['message', 'body', 'content'],
        code: 'too-long',
        message: 'Longer than two segments of an SMS.',
      },
    ],
  });
}

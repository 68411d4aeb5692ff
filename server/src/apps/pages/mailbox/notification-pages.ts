import {
  type ContactMedium,
  contactMedia,
  frequencies,
  type PreferenceView,
} from '#capabilities/correspondence/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { localizedMoney } from '#platform/kernel/localized-money.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import { plainName } from '../approval/plain-name.ts';
import { fill, fillText, leftToRight } from '../customer/fill.ts';
import { labelFor } from '../customer/list-parts.ts';
import { defaultContent, type PageContent } from '../customer/page-context.ts';
import {
  emphasised,
  errorBox,
  focusedNotice,
  heading,
  paragraph,
  secondaryActions,
  stepButton,
  stepForm,
  submit,
} from '../customer/parts.ts';
import {
  addressIn,
  type MailboxContext,
  mailboxChoice,
  notificationsPath,
  organizationFields,
  organizationLine,
  queryIn,
} from './mailbox-parts.ts';
import type { MailboxViewOf, TypedPreference } from './mailbox-view.ts';

/** Lists the groups of notifications with what the customer chose for each. */
export function notificationList(
  { isSaved, preferences }: MailboxViewOf<'notifications'>,
  context: MailboxContext,
): PageContent {
  const { intro, none, saved, title } = context.words.notifications;
  const { bankId } = context.frame;
  return {
    ...defaultContent,
    title,
    styles: ['things', 'access'],
    query: queryIn(context.whose),
    body: [
      heading(title),
      focusedNotice(isSaved ? saved : undefined),
      mailboxChoice(context, notificationsPath(bankId)),
      paragraph(intro),
      preferences.length === 0
        ? paragraph(html`<strong>${none}</strong>`)
        : html`<ul class="things">\n${preferences.map((one) => listedPreference(one, context))}</ul>\n`,
      html`<p class="quiet"><a href="/account/${bankId}">${context.texts.account.back}</a></p>\n`,
    ],
  };
}

function listedPreference(preference: PreferenceView, context: MailboxContext): Html {
  const { groups, notifications } = context.words;
  const { accountId, groupId } = preference;
  const address = addressIn(context.whose, notificationsPath(context.frame.bankId), {
    group: groupId,
    ...(accountId === undefined ? {} : { account: accountId }),
  });
  const { name } = groups[groupId];
  return html`<li><div><strong>${name}</strong><p>${accountLine(preference, context)}${summary(preference, context)}</p></div><a class="second" href="${address}">${labelFor(notifications.change, name)}</a></li>\n`;
}

function accountLine({ accountId }: PreferenceView, { words }: MailboxContext): Html | undefined {
  if (accountId === undefined) return undefined;
  return html`${fill(words.notifications.ofAccount, { account: leftToRight(plainName(accountId)) })}<br>`;
}

/** Says in one line how, from which amount and how often. */
function summary(preference: PreferenceView, context: MailboxContext): Html {
  const { frequencies: often, media, notifications } = context.words;
  const { frequency, groupId, mediaOn, threshold } = preference;
  if (mediaOn.length === 0) return html`${notifications.off}`;
  const sentence = groupId === 'low-balance' ? notifications.below : notifications.from;
  const parts = [
    ...mediaOn.map((medium) => html`${media[medium]}`),
    ...(threshold === undefined
      ? []
      : [
          fill(sentence, { amount: leftToRight(localizedMoney(threshold, context.language.locale, 'code')) }),
        ]),
    ...(frequency === undefined ? [] : [html`${often[frequency]}`]),
  ];
  return html`${parts.map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}`;
}

/** Asks how, from which amount and how often the bank writes about a group. */
export function preferenceForm(view: MailboxViewOf<'preference'>, context: MailboxContext): PageContent {
  const { groups, notifications } = context.words;
  const { error, preference } = view;
  const { accountId, groupId } = preference;
  const { about, name } = groups[groupId];
  const typed = view.typed ?? typedOf(preference);
  const message = error === undefined ? undefined : emphasised(notifications.errors[error]);
  const query = queryIn(context.whose, {
    group: groupId,
    ...(accountId === undefined ? {} : { account: accountId }),
  });
  const organization = organizationFields(context.whose);
  return {
    ...defaultContent,
    title: name,
    state: error === undefined ? 'good' : 'faulty',
    styles: ['fields', 'choices'],
    query,
    body: [
      heading(name),
      organizationLine(context),
      errorBox(context, message),
      html`<p>${accountLine(preference, context)}${about}</p>\n`,
      stepForm(context, {
        step: 'save-preference',
        body: html`${Object.entries(organization).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}<input type="hidden" name="group" value="${groupId}">${
          accountId === undefined
            ? undefined
            : html`<input type="hidden" name="account" value="${accountId}">`
        }
${mediaFields(view, typed, context)}${view.hasThreshold ? amountField(view, typed, context) : undefined}${
  preference.isMandatory ? undefined : frequencyFields(typed, context)
}${submit(notifications.save)}`,
      }),
      secondaryActions([
        stepButton(context, { step: 'notifications', label: notifications.cancel, fields: organization }),
      ]),
    ],
  };
}

function typedOf({ frequency, mediaOn, threshold }: PreferenceView): TypedPreference {
  return {
    mediaOn,
    amount: threshold === undefined ? '' : formatMoney(threshold),
    frequency: frequency ?? 'now',
  };
}

/** The mailbox of a mandatory group stays on: it is shown as text, because it is no choice. */
function mediaFields(
  { error, preference }: MailboxViewOf<'preference'>,
  { mediaOn }: TypedPreference,
  { words }: MailboxContext,
): Html {
  const { how, stays } = words.notifications;
  const offered = contactMedia.filter((medium) => !(preference.isMandatory && medium === 'mailbox'));
  const box = (medium: ContactMedium): Html =>
    html`<label class="choice" for="medium-${medium}"><input type="checkbox" id="medium-${medium}" name="medium-${medium}" value="on"${
      mediaOn.includes(medium) ? html` checked` : undefined
    }>${words.media[medium]}</label>\n`;
  return html`<fieldset${error === 'contact' ? html` aria-describedby="fault"` : undefined}><legend>${how}</legend>
${preference.isMandatory ? html`<p class="hint">${stays}</p>\n` : undefined}${offered.map(box)}</fieldset>\n`;
}

function amountField(
  { currency, error, preference }: MailboxViewOf<'preference'>,
  { amount }: TypedPreference,
  { words }: MailboxContext,
): Html {
  const { amountBelow, amountFrom, amountHint } = words.notifications;
  const label = fillText(preference.groupId === 'low-balance' ? amountBelow : amountFrom, { currency });
  const isFaulty = error === 'amount';
  return html`<div class="field"><label for="amount">${label}</label>
<p class="hint" id="amount-hint">${amountHint}</p>
<input id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" dir="ltr" maxlength="20" value="${amount}" aria-describedby="${isFaulty ? 'fault ' : ''}amount-hint"${
    isFaulty ? html` aria-invalid="true" autofocus` : undefined
  }></div>\n`;
}

function frequencyFields({ frequency }: TypedPreference, { words }: MailboxContext): Html {
  const option = (value: 'now' | (typeof frequencies)[number]): Html =>
    html`<label class="choice" for="often-${value}"><input type="radio" id="often-${value}" name="frequency" value="${value}"${
      value === frequency ? html` checked` : undefined
    }>${words.frequencies[value]}</label>\n`;
  return html`<fieldset><legend>${words.notifications.often}</legend>
${(['now', ...frequencies] as const).map(option)}</fieldset>\n`;
}

import type { Temporal } from 'temporal-polyfill';
import type { ConsentStatus, CustomerConsent, ViewedConsent } from '#capabilities/consents/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { groupedByFour } from '#platform/kernel/iban.ts';
import { plainName } from '../approval/plain-name.ts';
import { fill, leftToRight, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import type { PageContext } from '../customer/page-context.ts';
import { paragraph } from '../customer/parts.ts';
import type { AccessTexts } from './texts/english.ts';

/** What the parts of these pages need. */
export interface AccessContext extends PageContext {
  readonly words: AccessTexts;
  readonly timeZone: string;
}

type Party = Pick<CustomerConsent, 'thirdPartyName'>;

/** Returns the name of the third party as text, for titles. */
export function partyText({ thirdPartyName }: Party, words: AccessTexts): string {
  return plainName(thirdPartyName) || words.noName;
}

/** Its direction does not affect the sentence. */
export function partyName(party: Party, { words }: Pick<AccessContext, 'words'>): Html {
  return name(partyText(party, words));
}

/** Says what a second factor confirms. */
export function confirmingText(consent: CustomerConsent, words: AccessTexts): Html {
  return fill(words.reestablishing.confirming, { party: name(partyText(consent, words)) });
}

/** Words of the states. */
export const statesOf: Readonly<Record<ConsentStatus, keyof AccessTexts['states']>> = {
  received: 'waiting',
  partiallyAuthorised: 'waiting',
  valid: 'valid',
  rejected: 'expired',
  revokedByPsu: 'withdrawn',
  expired: 'expired',
  terminatedByTpp: 'terminated',
};

export function stateText({ status }: CustomerConsent, { words }: AccessContext): string {
  return words.states[statesOf[status]];
}

/** Written as in times, which stand beside it. */
export function dateValue(day: Temporal.PlainDate, { language }: AccessContext): Html {
  const written = day.toLocaleString(language.locale, { day: 'numeric', month: 'short', year: 'numeric' });
  return html`<time datetime="${day.toString()}">${written}</time>`;
}

/** Renders what a consent is about. */
export function consentFacts(consent: CustomerConsent, context: AccessContext): Html {
  const { facts, givenBy, onlyOnce, purposeUnstated } = context.words;
  const { endedAt, givenBy: giver, grantedAt, isRecurring, purpose, validUntil } = consent;
  const until = dateValue(validUntil, context);
  const time = (instant: Temporal.Instant): Html => formatTime(instant, context.timeZone, context);
  const stated = purpose === undefined ? '' : plainName(purpose);
  return html`<dl class="facts">
${[
  accessFact(facts.state, html`<strong>${stateText(consent, context)}</strong>`),
  accessFact(facts.purpose, stated === '' ? purposeUnstated : name(stated)),
  ...accessFacts(consent, context),
  grantedAt && accessFact(facts.granted, time(grantedAt)),
  accessFact(facts.until, isRecurring ? until : html`<span>${fill(onlyOnce, { date: until })}</span>`),
  endedAt && accessFact(facts.ended, time(endedAt)),
  giver === 'customer' ? undefined : accessFact(facts.given, givenBy[giver]),
].filter((one) => one !== undefined)}</dl>
`;
}

/** Renders one fact of a list. */
export function accessFact(label: string, value: Html | string): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

const kindsOfModel = {
  availableAccounts: ['accounts'],
  availableAccountsWithBalance: ['accounts', 'balances'],
  allPsd2: ['accounts', 'balances', 'transactions'],
} as const;

/** Groups the accounts by the data that is read of them: usually one group. */
function accessFacts(consent: CustomerConsent, context: AccessContext): readonly Html[] {
  const { allAccounts, allAccountsOfOwner, facts } = context.words;
  const { accounts, givenBy, model } = consent;
  if (model !== 'detailed' && model !== 'bank-offered')
    return [
      accessFact(facts.data, points(kindsOfModel[model], consent, context)),
      accessFact(facts.accounts, givenBy === 'customer-as-proxy' ? allAccountsOfOwner : allAccounts),
    ];
  const groups = Map.groupBy(accounts, ({ kinds }) => kinds.join(' '));
  return [...groups.values()].flatMap((members) => [
    accessFact(facts.data, points(members[0]?.kinds ?? [], consent, context)),
    accessFact(
      facts.accounts,
      html`${members.map(({ reference }) => html`<span>${accountNumber(reference)}</span>`)}`,
    ),
  ]);
}

type DataKind = CustomerConsent['accounts'][number]['kinds'][number];

function points(
  kinds: readonly DataKind[],
  { withOwnerName }: CustomerConsent,
  { words }: AccessContext,
): Html {
  const texts = [...kinds.map((kind) => words.kinds[kind]), ...(withOwnerName ? [words.kinds.owner] : [])];
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

function accountNumber({ currency, id, scheme }: CustomerConsent['accounts'][number]['reference']): Html {
  const number = plainName(id);
  const shown = scheme === 'iban' || scheme === 'maskedPan' ? groupedByFour(number) : number;
  return leftToRight(currency === undefined ? shown : `${shown} ${currency}`);
}

/** As many days as fit on a page; the others are folded. */
const daysShown = 14;

/** Lists the days on which the third party read, the newest first. */
export function accessDays({ accessDays: days }: ViewedConsent, context: AccessContext): Html {
  const { earlier, none, title } = context.words.days;
  if (days.length === 0) return html`<h2>${title}</h2>\n${paragraph(none)}`;
  const rows = days.map((day) => dayRow(day, context));
  const folded = rows.slice(daysShown);
  return html`<h2>${title}</h2>
<ul class="days">${rows.slice(0, daysShown)}</ul>
${folded.length === 0 ? undefined : html`<details><summary>${earlier}</summary><ul class="days">${folded}</ul></details>\n`}`;
}

function dayRow(
  { day, isAttended, isUnattended }: ViewedConsent['accessDays'][number],
  context: AccessContext,
): Html {
  const { attended, both, unattended } = context.words.days;
  const how = isAttended && isUnattended ? both : isAttended ? attended : unattended;
  return html`<li>${dateValue(day, context)} <span>${how}</span></li>`;
}

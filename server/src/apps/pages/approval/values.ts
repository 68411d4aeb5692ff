import { Temporal } from 'temporal-polyfill';
import type { AccountReference } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { groupedByFour } from '#platform/kernel/iban.ts';
import { localizedMoney } from '#platform/kernel/localized-money.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { fillText, leftToRight } from '../customer/fill.ts';
import type { ApprovalContext, UnknownContext } from './approval-context.ts';
import { plainName } from './plain-name.ts';
import type { PluralTexts } from './plural-texts.ts';

/** Returns an amount as text, for titles and in sentences. */
function moneyText(money: Money, { language }: UnknownContext): string {
  const text = localizedMoney(money, language.locale, 'symbol');
  // A symbol in Arabic letters would be reordered beside the digits.
  const isReordered = /\p{Script=Arabic}/u.test(text);
  const shown = isReordered ? localizedMoney(money, language.locale, 'code') : text;
  return shown.replaceAll(/[\u061c\u200e\u200f]/g, '');
}

/** Returns an amount with its exact value, which reads from left to right in every language. */
export function moneyValue(money: Money, context: UnknownContext): Html {
  return html`<data dir="ltr" value="${money.currency} ${formatMoney(money)}">${moneyText(money, context)}</data>`;
}

/** Joins amounts of different currencies. */
export function sumText(totals: readonly Money[], context: UnknownContext): string {
  return totals.map((total) => moneyText(total, context)).join(' + ');
}

/** Like `sumText`, each amount isolated. */
export function sumValue(totals: readonly Money[], context: UnknownContext): Html {
  return html`${totals.map((total, index) => html`${index === 0 ? '' : ' + '}${moneyValue(total, context)}`)}`;
}

/** Returns a name from outside; its direction does not affect the sentence. */
export function nameValue(name: string, { words }: UnknownContext): Html {
  return html`<bdi>${plainName(name) || words.noName}</bdi>`;
}

/** Returns the name of the third party. */
export function partyValue(context: ApprovalContext): Html {
  return nameValue(context.frame.thirdPartyName, context);
}

/** Returns the full number of an account, grouped as on paper. A character that nobody can see stands there by its code. */
export function accountValue({ id, scheme }: AccountReference): Html {
  const number = plainName(
    id.replaceAll(
      /[^\p{L}\p{N}\p{P}\p{S} ]/gu,
      (unseen) => `[U+${unseen.codePointAt(0)?.toString(16).toUpperCase()}]`,
    ),
  );
  return leftToRight(scheme === 'iban' || scheme === 'pan' ? groupedByFour(number) : number);
}

/** Returns a date in words. */
function dateText(day: string, { language }: UnknownContext): string {
  return Temporal.PlainDate.from(day).toLocaleString(language.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

export function dateValue(day: string, context: UnknownContext): Html {
  return html`<time datetime="${day}">${dateText(day, context)}</time>`;
}

/** Returns the name of a month, from 1 to 12. */
export function monthText(month: number, { language }: UnknownContext): string {
  return Temporal.PlainDate.from({ year: 2026, month, day: 1 }).toLocaleString(language.locale, {
    month: 'long',
  });
}

/** Returns the name of a day of the week, from 1 for Monday to 7. */
export function weekdayText(day: number, { language }: UnknownContext): string {
  // The first of June 2026 was a Monday.
  return Temporal.PlainDate.from({ year: 2026, month: 6, day }).toLocaleString(language.locale, {
    weekday: 'long',
  });
}

/** Returns the text for a number. */
export function pluralText(forms: PluralTexts, count: number, { language }: UnknownContext): string {
  return fillText(forms[pluralForm(count, language.tag)], { count: String(count) });
}

function pluralForm(count: number, tag: string): keyof PluralTexts {
  // oxlint-disable-next-line no-restricted-globals -- no amounts: which form a language uses for a number
  const form = new Intl.PluralRules(tag).select(count);
  return form === 'zero' ? 'other' : form;
}

/** Returns the time of day, which is enough for a page that is open for minutes. */
export function timeOfDay(instant: Temporal.Instant, { language, setting }: ApprovalContext): Html {
  const { timeZone } = setting;
  const written = instant.toZonedDateTimeISO(timeZone ?? 'UTC').toLocaleString(language.locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? { timeZoneName: 'short' } : {}),
  });
  return html`<time dir="ltr" datetime="${instant.toString()}">${written}</time>`;
}

import type { WayBack } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { heading, helpLine, paragraph } from '../customer/parts.ts';
import {
  type ApprovalContent,
  type ApprovalContext,
  type ApprovalViewOf,
  defaultContent,
  type UnknownContext,
} from './approval-context.ts';
import { backLink } from './parts.ts';
import { nameValue, partyValue } from './values.ts';

const tick = html`<p class="tick" aria-hidden="true">✓</p>\n`;
const ending = { ...defaultContent, ends: 'never' } as const;
/** Names that are listed; more people may sign. */
const namesMax = 20;
/** More approvals are shown as a number only. */
const stepsMax = 10;

/** The approval is recorded, and others must approve too. */
export function moreSignatures(
  view: ApprovalViewOf<'more-signatures'>,
  context: ApprovalContext,
): ApprovalContent {
  const { given, names, required } = view;
  const { frame, texts, words } = context;
  const { meaning, progress, title } = words.moreSignatures;
  return {
    ...ending,
    title,
    styles: stylesOf(view),
    body: [
      tick,
      heading(title),
      required > stepsMax ? undefined : progressBar(given, required),
      paragraph(fill(progress, { given, required })),
      paragraph(meaning[frame.purpose]),
      ...missing(required - given, names, context),
      backLink(context, view) ?? paragraph(texts.closePage),
    ],
  };
}

function progressBar(given: number, required: number): Html {
  const steps = Array.from(
    { length: required },
    (_, index) => html`<i${index < given ? html` class="on"` : undefined}></i>`,
  );
  return html`<div class="progress" aria-hidden="true">${steps}</div>\n`;
}

function missing(count: number, names: readonly string[], context: ApprovalContext): readonly Html[] {
  const { next, nextSeveral, nextUnnamed } = context.words.moreSignatures;
  if (names.length === 0) return [paragraph(nextUnnamed)];
  const sentence = count === 1 ? html`${next}` : fill(nextSeveral, { missing: count });
  const items = names.slice(0, namesMax).map((one) => html`<li>${nameValue(one, context)}</li>\n`);
  return [paragraph(sentence), html`<ul class="points">\n${items}</ul>\n`];
}

/** The caller redirects at once, except to a foreign host; otherwise the page is for browsers that stay. */
export function done(view: ApprovalViewOf<'done'>, context: ApprovalContext): ApprovalContent {
  const { back, close, title } = context.words.done;
  const link = backLink(context, view);
  const sentence = fill(link === undefined ? close : back, { party: partyValue(context) });
  return {
    ...ending,
    title,
    styles: stylesOf(view),
    body: [tick, heading(title), view.foreignHost === undefined ? paragraph(sentence) : undefined, link],
  };
}

function stylesOf({ foreignHost }: WayBack): ApprovalContent['styles'] {
  return foreignHost === undefined ? ['result'] : ['result', 'host'];
}

/** Endings after which only the bank can help. */
const bankHelps: ReadonlySet<string> = new Set([
  'too-many-passwords',
  'too-many-codes',
  'no-method',
  'no-account',
  'cannot-sign',
  'declined',
  'restricted',
]);

/** The approval itself has not ended: it can be continued when the bank is back. */
const passing: ReadonlySet<string> = new Set(['bank-unavailable', 'maintenance']);

/** The approval has failed: what happened, what it means for the money, what to do next. */
export function ended(view: ApprovalViewOf<'ended'>, context: ApprovalContext): ApprovalContent {
  const { frame, setting, texts, words } = context;
  const { failure, until } = view;
  const { next, title, what } = words.ended[failure];
  const party = partyValue(context);
  const meaning = failure === 'subject-ended' ? words.unknownMeaning : words.meaning[frame.purpose];
  const wait =
    until === undefined
      ? undefined
      : paragraph(fill(texts.locked.until, { time: formatTime(until, setting.timeZone, context) }));
  return {
    ...ending,
    title,
    styles: view.foreignHost === undefined ? [] : ['host'],
    body: [
      heading(title),
      paragraph(html`${fill(what, { party })} <strong>${meaning}</strong>`),
      wait,
      paragraph(fill(next, { party })),
      bankHelps.has(failure) ? helpLine(context) : undefined,
      passing.has(failure) ? tryAgain(context) : undefined,
      backLink(context, view) ?? paragraph(texts.closePage),
    ],
  };
}

/** The link leads to no approval. */
export function unknownLink({ words }: UnknownContext): ApprovalContent {
  const { meaning, next, title, what } = words.unknownLink;
  return { ...ending, title, body: [heading(title), paragraph(what), paragraph(meaning), paragraph(next)] };
}

/** Something failed, and nothing is known about the approval. */
export function failure(context: UnknownContext): ApprovalContent {
  const { title, what } = context.words.ended['bank-unavailable'];
  return { ...ending, title, body: [heading(title), paragraph(what), tryAgain(context)] };
}

/** The same page again: the approval is as it was. */
function tryAgain({ frame, texts }: UnknownContext): Html {
  return html`<p><a href="${frame.action}">${texts.tryAgain}</a></p>\n`;
}

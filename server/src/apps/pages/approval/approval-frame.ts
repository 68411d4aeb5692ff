import { type Html, html } from '#platform/html/html.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { bankPage } from '../customer/bank-page.ts';
import { fill } from '../customer/fill.ts';
import { helpLine, reference } from '../customer/parts.ts';
import type { ApprovalContent, ApprovalContext, UnknownContext } from './approval-context.ts';
import { approvalScriptOf } from './approval-script.ts';
import { approvalStyleOf } from './approval-style.ts';
import { actionButton, actionForm } from './parts.ts';
import { timeOfDay } from './values.ts';

/** Renders a view of an approval in the frame that all pages of a bank share. */
export function framedApproval(context: ApprovalContext, content: ApprovalContent): RenderedPage {
  if (content.ends === 'never') return framedEnding(context, content);
  return page(
    context,
    { ...content, scripts: ['countdown', ...content.scripts] },
    {
      above: timeWarning(context),
      below: actionForm(context),
      footer: timeLine(context),
    },
  );
}

/** Renders a view without forms and without an end. */
export function framedEnding(context: UnknownContext, content: ApprovalContent): RenderedPage {
  return page(context, content, {});
}

interface Surroundings {
  readonly above?: Html;
  readonly below?: Html;
  readonly footer?: Html;
}

function page(context: UnknownContext, content: ApprovalContent, surroundings: Surroundings): RenderedPage {
  const { scripts, state, styles, title } = content;
  const body = content.body.filter((part) => part !== undefined);
  return bankPage(context, {
    title,
    state,
    body: html`${surroundings.above}${body}${surroundings.below}`,
    footer: html`${surroundings.footer}${helpLine(context)}<p>${reference(context)}</p>`,
    style: approvalStyleOf(styles),
    script: approvalScriptOf(scripts),
    // An approval has one address, so its pages need not repeat it.
    languageAddress: '',
    connectSources: scripts.includes('live-status') ? ["'self'"] : [],
  });
}

/** The script shows the warning in time; it is invisible before. */
function timeWarning(context: ApprovalContext): Html {
  const { frame, words } = context;
  const { over, result, soon } = words.time;
  return html`<div id="time" role="alert" data-seconds="${frame.secondsLeft}"></div>
<template id="time-soon"><p class="notice">${soon} ${moreTime(context)}</p></template>
<template id="time-over"><p class="fault">${over} ${words.meaning[frame.purpose]} <a href="${frame.action}">${result}</a></p></template>
`;
}

/** Says when the page ends: a time is right without script too; the script adds what is left of it. */
function timeLine(context: ApprovalContext): Html {
  const { frame, words } = context;
  const left = fill(words.time.left, { left: html`<span dir="ltr"></span>` });
  return html`<p>${fill(words.time.until, { time: timeOfDay(frame.endsAt, context) })} <span id="left" hidden>${left}</span> ${moreTime(context)}</p>\n`;
}

function moreTime({ frame, texts }: ApprovalContext): Html | undefined {
  return frame.canExtend ? actionButton('extend', texts.moreTime) : undefined;
}

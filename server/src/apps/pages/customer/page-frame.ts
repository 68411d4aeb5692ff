import { type Html, html } from '#platform/html/html.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { bankPage } from './bank-page.ts';
import { fill } from './fill.ts';
import type { PageContent, PageContext } from './page-context.ts';
import { scriptOf } from './page-script.ts';
import { styleOf } from './page-style.ts';
import { helpLine, reference } from './parts.ts';

const secondsPerMinute = 60;

/** Renders a view of a sign-in or account in the frame that all pages of a bank share. */
export function framedPage(context: PageContext, content: PageContent): RenderedPage {
  const time = content.ends === 'in-time' ? timeWarning(context) : undefined;
  return bankPage(context, {
    title: content.title,
    state: content.state,
    body: html`${time}${content.body.filter((part) => part !== undefined)}`,
    footer: footerOf(context, content),
    style: styleOf(content.styles),
    script: scriptOf(content.scripts),
    imageSources: content.imageSources,
  });
}

/** The script shows the warning in time; it is invisible before. */
function timeWarning({ frame, texts }: PageContext): Html {
  return html`<div id="time" role="alert" data-seconds="${frame.secondsLeft}"></div>
<template id="time-soon"><p class="notice">${texts.timeSoon} <a href="${frame.action}">${texts.moreTime}</a></p></template>
<template id="time-over"><p class="fault">${texts.timeOver} <a href="${frame.action}">${texts.startAgain}</a></p></template>
`;
}

function footerOf(context: PageContext, { ends }: PageContent): Html {
  return html`${ends === 'in-time' ? timeHint(context) : undefined}${helpLine(context)}<p>${reference(context)}</p>`;
}

/** Requesting the page again counts as activity, so a plain link extends the time. */
function timeHint({ frame, texts }: PageContext): Html {
  const minutes = Math.max(1, Math.floor(frame.secondsLeft / secondsPerMinute));
  return html`<p>${fill(texts.timeHint, { minutes })} <a href="${frame.action}">${texts.moreTime}</a></p>\n`;
}

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
  const address =
    (content.query ?? '') === '' ? context.frame.action : `${context.frame.action}?${content.query}`;
  const time = content.ends === 'in-time' ? timeWarning(context, address) : undefined;
  return bankPage(context, {
    title: content.title,
    state: content.state,
    body: html`${time}${content.body.filter((part) => part !== undefined)}`,
    footer: footerOf(context, content, address),
    languageAddress: address,
    style: styleOf(content.styles),
    script: scriptOf(content.scripts),
    imageSources: content.imageSources,
  });
}

/** The script shows the warning in time; it is invisible before. */
function timeWarning({ frame, texts }: PageContext, address: string): Html {
  return html`<div id="time" role="alert" data-seconds="${frame.secondsLeft}"></div>
<template id="time-soon"><p class="notice">${texts.timeSoon} <a href="${address}">${texts.moreTime}</a></p></template>
<template id="time-over"><p class="fault">${texts.timeOver} <a href="${frame.action}">${texts.startAgain}</a></p></template>
`;
}

function footerOf(context: PageContext, { ends, state }: PageContent, address: string): Html {
  const time = ends === 'in-time' ? timeHint(context, address) : undefined;
  // An error shows the reference already.
  const number = state === 'faulty' ? undefined : html`<p>${reference(context)}</p>`;
  return html`${time}${helpLine(context)}${number}`;
}

/** Requesting the page again counts as activity, so a plain link extends the time. */
function timeHint({ frame, texts }: PageContext, address: string): Html {
  const minutes = Math.max(1, Math.floor(frame.secondsLeft / secondsPerMinute));
  return html`<p>${fill(texts.timeHint, { minutes })} <a href="${address}">${texts.moreTime}</a></p>\n`;
}

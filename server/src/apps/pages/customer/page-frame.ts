import { type Html, html } from '#platform/html/html.ts';
import { type RenderedPage, renderPage } from '#platform/html/layout.ts';
import { fill, fillText } from './fill.ts';
import { pageLanguages } from './languages.ts';
import type { PageContent, PageContext } from './page-context.ts';
import { scriptOf } from './page-script.ts';
import { styleOf } from './page-style.ts';
import { helpLine, reference } from './parts.ts';

const secondsPerMinute = 60;

/** Renders a view in the frame that all pages of a bank share. */
export function framedPage(context: PageContext, content: PageContent): RenderedPage {
  const { brand, frame, language } = context;
  const imageSources = new Set([...content.imageSources, ...(brand.logo === undefined ? [] : ['data:'])]);
  return renderPage({
    language: language.tag,
    direction: language.direction,
    title: titleOf(context, content),
    brand,
    header: html`${bankLogo(context)}\n${languageSwitch(context)}`,
    body: html`${content.ends === 'in-time' ? timeWarning(context) : undefined}${content.body.filter((part) => part !== undefined)}`,
    footer: footerOf(context, content),
    style: styleOf(content.styles),
    script: scriptOf(content.scripts),
    formOrigins: frame.formOrigins,
    imageSources: [...imageSources],
  });
}

function titleOf({ frame, texts }: PageContext, { state, title }: PageContent): string {
  const whole = fillText(texts.pageTitle, { title, bank: frame.bankName });
  return state === 'faulty' ? fillText(texts.errorTitle, { title: whole }) : whole;
}

function bankLogo({ brand, frame }: PageContext): Html {
  if (brand.logo === undefined) return html`<span class="bank">${frame.bankName}</span>`;
  const { dark, light } = brand.logo;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${frame.bankName}"></picture>`;
}

/** Links, because the server stores the step: the same page in another language. */
function languageSwitch({ frame, language, texts }: PageContext): Html {
  const links = pageLanguages.map(
    ({ direction, name, tag }) =>
      html`<li><a href="${frame.action}?lang=${tag}" lang="${tag}" hreflang="${tag}" dir="${direction}"${
        tag === language.tag ? html` aria-current="true"` : undefined
      }>${name}</a></li>`,
  );
  return html`<nav aria-label="${texts.language}"><details><summary><span class="unseen">${texts.language}: </span>${language.name}</summary><ul>${links}</ul></details></nav>`;
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

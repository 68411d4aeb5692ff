import { type Html, html } from '#platform/html/html.ts';
import { type RenderedPage, renderPage } from '#platform/html/layout.ts';
import { fillText } from './fill.ts';
import { pageLanguages } from './languages.ts';
import type { PartContext } from './page-context.ts';

/** What differs between the pages of a bank. */
interface BankPage {
  readonly title: string;
  /** Repeated in the title, because screen readers read it first. */
  readonly state: 'good' | 'faulty';
  readonly body: Html;
  readonly footer: Html;
  readonly style: string;
  readonly script: string;
  readonly imageSources?: readonly string[];
  /** Sources that the script may request, in the form of the policy. */
  readonly connectSources?: readonly string[];
  /** Address of the language links; empty for the address of the page itself. */
  readonly languageAddress?: string;
}

/** Renders a page in the appearance of its bank: logo, language switch, content, footer. */
export function bankPage(context: PartContext, page: BankPage): RenderedPage {
  const { brand, frame, language } = context;
  const { body, connectSources = [], footer, imageSources = [], script, style } = page;
  const { languageAddress = frame.action } = page;
  return renderPage({
    language: language.tag,
    direction: language.direction,
    title: titleOf(context, page),
    brand,
    header: html`${bankLogo(context)}\n${languageSwitch(context, languageAddress)}`,
    body,
    footer,
    style,
    script,
    connectSources,
    formOrigins: frame.formOrigins,
    imageSources: [...new Set([...imageSources, ...(brand.logo === undefined ? [] : ['data:'])])],
  });
}

function titleOf({ frame, texts }: PartContext, { state, title }: BankPage): string {
  const whole = fillText(texts.pageTitle, { title, bank: frame.bankName });
  return state === 'faulty' ? fillText(texts.errorTitle, { title: whole }) : whole;
}

function bankLogo({ brand, frame }: PartContext): Html {
  if (brand.logo === undefined) return html`<span class="bank">${frame.bankName}</span>`;
  const { dark, light } = brand.logo;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${frame.bankName}"></picture>`;
}

/** Links, because the server stores the step: the same page in another language. */
function languageSwitch({ language, texts }: PartContext, address: string): Html {
  const separator = address.includes('?') ? '&' : '?';
  const links = pageLanguages.map(
    ({ direction, name, tag }) =>
      html`<li><a href="${address}${separator}lang=${tag}" lang="${tag}" hreflang="${tag}" dir="${direction}"${
        tag === language.tag ? html` aria-current="true"` : undefined
      }>${name}</a></li>`,
  );
  return html`<nav aria-label="${texts.language}"><details><summary><span class="unseen">${texts.language}: </span>${language.name}</summary><ul>${links}</ul></details></nav>`;
}

import { html } from '#platform/html/html.ts';
import { renderPage } from '#platform/html/layout.ts';
import type { FailureFacts, FailurePages } from '#platform/http/failure-pages.ts';
import { pageLanguage, pickLanguage } from '../customer/languages.ts';
import { type FailureTexts, failureTexts } from './failure-texts.ts';

/** Pages of the authorization server, which browsers open; programs call its other paths. */
const signInPaths = /^\/oauth\/[^\/]+\/(?:auth|interaction|session|staff)(?:\/|$)/v;

const bankPaths = /^\/account\/(?<bank>[a-z0-9]{2,8})(?:\/|$)/v;

/** Renders failed requests of browsers as pages in the language of the customer, except at the paths of programs. */
export function failurePages(banks: readonly string[], isApiPath: (path: string) => boolean): FailurePages {
  return (facts) => {
    const { languages, path, requestId } = facts;
    if (isApiPath(path) && !signInPaths.test(path)) return undefined;
    const { direction, tag } = pageLanguage(pickLanguage(languages, 'en'));
    const texts = failureTexts(tag);
    const { title, what } = textOf(facts, texts);
    const bank = bankPaths.exec(path)?.groups?.['bank'] ?? '';
    const home = banks.includes(bank)
      ? html`<p><a class="action" href="/account/${bank}">${texts.home}</a></p>\n`
      : undefined;
    return renderPage({
      language: tag,
      direction,
      title,
      body: html`<h1>${title}</h1>
<p dir="auto">${facts.maintenance ?? what}</p>
${home}<p class="hint">${texts.reference} <code dir="ltr">${requestId}</code></p>`,
    });
  };
}

function textOf({ maintenance, status }: FailureFacts, texts: FailureTexts): FailureTexts['unknown'] {
  if (maintenance !== undefined) return texts.maintenance;
  switch (status) {
    case 404:
    case 410:
      return texts.unknown;
    case 405:
      return texts.notAllowed;
    case 429:
      return texts.tooMany;
    case 503:
      return texts.busy;
    default:
      return status >= 500 ? texts.broken : texts.refused;
  }
}

import type { Pages } from '#capabilities/oauth/index.ts';
import { type Html, html, trustedHtml } from '#platform/html/html.ts';
import { type RenderedPage, renderPage } from '#platform/html/layout.ts';
import { compact } from '#platform/html/page-style.ts';
import { type PageLanguage, pageLanguage, pickLanguage } from './customer/languages.ts';
import { arabic } from './oauth-texts/arabic.ts';
import { dutch } from './oauth-texts/dutch.ts';
import { english } from './oauth-texts/english.ts';
import { french } from './oauth-texts/french.ts';
import { german } from './oauth-texts/german.ts';
import type { OauthTexts, PageText } from './oauth-texts/oauth-texts.ts';

/** Texts of these pages, by language. */
export const oauthTexts: Readonly<Record<string, OauthTexts>> = {
  en: english,
  de: german,
  nl: dutch,
  fr: french,
  ar: arabic,
};

interface OauthPages extends Pages {
  failure(facts: Parameters<Pages['failure']>[0]): RenderedPage;
  signInFailure(facts: Parameters<Pages['signInFailure']>[0]): RenderedPage;
  signOut(facts: Parameters<Pages['signOut']>[0]): RenderedPage;
  signedOut(facts?: Parameters<Pages['signedOut']>[0]): RenderedPage;
}

type Languages = readonly string[] | undefined;

/** Pages of the authorization server for sign-in and sign-out. */
export const oauthPages: OauthPages = {
  failure: ({ description, error, languages, requestId }) => {
    const { failures, otherFailure, words } = textsIn(languages);
    const text = Object.hasOwn(failures, error) ? (failures[error] ?? otherFailure) : otherFailure;
    return page(languages, text, {
      parts: [
        html`<details><summary>${words.forDevelopers}</summary><p dir="ltr"><code>${error}</code> ${description}</p></details>`,
        reference(words.reference, requestId),
      ],
    });
  },
  signInFailure: ({ languages, requestId, reason, tryAgainAt }) => {
    const { signInFailures, words } = textsIn(languages);
    return page(languages, signInFailures[reason], {
      parts: [
        ...(tryAgainAt === undefined
          ? []
          : [html`<p><a class="action" href="${tryAgainAt}">${words.tryAgain}</a></p>`]),
        reference(words.reference, requestId),
      ],
    });
  },
  signOut: ({ form, formId, languages, returnOrigin }) => {
    const { signOut, words } = textsIn(languages);
    return page(languages, signOut, {
      parts: [
        trustedHtml(form),
        html`<p><button class="action" form="${formId}" name="logout" value="yes">${words.signOutNow}</button></p>`,
      ],
      returnOrigin,
    });
  },
  signedOut: ({ languages } = {}) => page(languages, textsIn(languages).signedOut, {}),
};

/** Returns the preferred language, or English. */
function preferredLanguage(languages: Languages): PageLanguage {
  return pageLanguage(pickLanguage(languages ?? [], 'en'));
}

function textsIn(languages: Languages): OauthTexts {
  return oauthTexts[preferredLanguage(languages).tag] ?? english;
}

const style = compact(`
main footer{margin-block-start:1.5rem;padding-block-start:1rem;border-block-start:1px solid var(--line);
color:var(--quiet);font-size:.875rem}
main footer p{margin:0}
`);

interface PageParts {
  readonly parts?: readonly Html[];
  readonly returnOrigin?: string | undefined;
}

function page(languages: Languages, text: PageText, { parts = [], returnOrigin }: PageParts): RenderedPage {
  const { direction, tag } = preferredLanguage(languages);
  return renderPage({
    language: tag,
    direction,
    title: text.title,
    style,
    body: html`<h1>${text.title}</h1>
${text.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${parts}`,
    formOrigins: returnOrigin === undefined ? [] : [returnOrigin],
  });
}

function reference(sentence: string, requestId: string): Html {
  return html`<footer><p>${sentence} <code dir="ltr">${requestId}</code></p></footer>`;
}

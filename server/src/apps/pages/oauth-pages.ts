import type { Pages } from '#capabilities/oauth/index.ts';
import { type Html, html, trustedHtml } from '#platform/html/html.ts';
import { type RenderedPage, renderPage } from '#platform/html/layout.ts';
import { english, type PageText } from './oauth-texts.ts';

const { failures, language, otherFailure, signedOut, signOut, troubles, words } = english;

/** The pages that people meet on the way to sign in and out. */
export const oauthPages: Pages = {
  failure: ({ description, error, requestId }) =>
    page(Object.hasOwn(failures, error) ? (failures[error] ?? otherFailure) : otherFailure, [
      html`<details><summary>${words.forDevelopers}</summary><p><code>${error}</code> ${description}</p></details>`,
      reference(requestId),
    ]),
  trouble: ({ requestId, trouble, tryAgainAt }) =>
    page(troubles[trouble], [
      ...(tryAgainAt === undefined
        ? []
        : [html`<p><a class="action" href="${tryAgainAt}">${words.tryAgain}</a></p>`]),
      reference(requestId),
    ]),
  signOut: ({ form, formId, returnOrigin }) =>
    page(
      signOut,
      [
        trustedHtml(form),
        html`<p><button class="action" form="${formId}" name="logout" value="yes">${words.signOutNow}</button></p>`,
      ],
      returnOrigin,
    ),
  signedOut: () => page(signedOut, []),
};

function page(text: PageText, parts: readonly Html[], returnOrigin?: string): RenderedPage {
  return renderPage({
    language,
    title: text.title,
    body: html`<h1>${text.title}</h1>
${text.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${parts}`,
    formOrigins: returnOrigin === undefined ? [] : [returnOrigin],
  });
}

function reference(requestId: string): Html {
  return html`<footer><p>${words.reference} <code>${requestId}</code></p></footer>`;
}

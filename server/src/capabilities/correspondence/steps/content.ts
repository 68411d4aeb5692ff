import { type CleaningRules, cleanHtml, textOfHtml } from '#platform/html/clean-html.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Content } from '../domain/content.ts';
import type { MessageSource } from '../domain/initiation.ts';
import type { MessageCategory } from '../domain/literals.ts';
import { titleMax } from '../domain/policy.ts';
import { templateKey } from '../domain/template.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { RenderResult, Texts } from '../ports/document-renderer.ts';
import { problems } from '../problems.ts';
import type { TemplateEdition } from '../store/templates.store.ts';

/** Returns the rendered result, or throws the problem for the caller. */
export function requireRendered<Product>(result: RenderResult<Product>): Product {
  switch (result.kind) {
    case 'done':
      return result.product;
    case 'data-not-valid':
      throw problems['template-data-not-valid']({ details: { faults: result.errors } });
    case 'over-limit':
      throw problems['template-data-not-valid']({ details: { limit: result.limit } });
    case 'busy':
      throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
    case 'template-not-valid':
      // Published templates were rendered with a sample; one that fails now is an internal error.
      throw new Error(`published template failed: ${result.reason}`);
  }
}

/** Converts a rendered result to content: a title of one line, sanitized html. */
export function toContent(texts: Texts, language: string, rules: CleaningRules): Content {
  const { short, text, title } = texts;
  const html = texts.html === undefined ? undefined : cleanHtml(texts.html, rules);
  if (texts.html !== undefined && html === undefined)
    throw problems['template-data-not-valid']({ details: { limit: 'size' } });
  return omitUndefined({
    // One line, even if the data has line breaks.
    title: Array.from(title.replaceAll(/\s+/g, ' ').trim()).slice(0, titleMax).join(''),
    text,
    html,
    short: short?.trim(),
    language,
  });
}

/** Content of a message, and the mailbox category of its template. */
export interface ComposedContent {
  readonly content: Content;
  readonly category: MessageCategory | undefined;
}

/** Composes a message: renders the template in the recipient's language, or sanitizes the given text. */
export async function composeContent(
  ctx: Context & CorrespondencePorts,
  messageSource: MessageSource,
  {
    edition,
    languages,
  }: { readonly edition: TemplateEdition | undefined; readonly languages: readonly string[] },
): Promise<ComposedContent> {
  const rules = ctx.correspondenceFacts.of(ctx.bankId);
  if (messageSource.kind === 'message')
    return { category: undefined, content: sanitized(messageSource, languages[0] ?? 'en', rules) };
  if (edition === undefined) throw problems['template-not-found']();
  const template = edition.in(languages);
  const { locale, messageCategory, schema, texts: source } = template;
  const key = templateKey(ctx.bankId, template);
  const texts = requireRendered(
    await ctx.documentRenderer.texts({ key, schema, source, data: messageSource.data, locale }),
  );
  return { category: messageCategory, content: toContent(texts, locale, rules) };
}

function sanitized(
  { content, contentType, title }: Extract<MessageSource, { kind: 'message' }>,
  language: string,
  rules: CleaningRules,
): Content {
  if (contentType === 'text/plain') return { title, text: content, language };
  const html = cleanHtml(content, rules);
  const text = html === undefined ? undefined : textOfHtml(html);
  if (html === undefined || text === undefined) throw errorIn('too-long', 'Too much markup.');
  if (text === '') throw errorIn('pattern', 'Empty after removing markup that messages must not contain.');
  return { title, text, html, language };
}

function errorIn(code: FieldErrorCode, message: string): Error {
  const path = ['message', 'body', 'content'];
  return standardProblems.invalid({ fieldErrors: [{ part: 'body', path, code, message }] });
}

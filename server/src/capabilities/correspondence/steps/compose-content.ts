import { type CleaningRules, cleanHtml, textOfHtml } from '#platform/html/clean-html.ts';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Content } from '../domain/content.ts';
import type { MessageSource } from '../domain/initiation.ts';
import type { MessageCategory } from '../domain/literals.ts';
import { templateKey } from '../domain/template.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import type { TemplateEdition } from '../store/templates.store.ts';
import { contentOf } from './content-of.ts';
import { productOf } from './product-of.ts';

/** What will be said, and where its template puts it. */
export interface Composed {
  readonly content: Content;
  readonly category: MessageCategory | undefined;
}

/** Writes a message: from a template in the recipient's language, or as it was given, cleaned. */
export async function composeContent(
  ctx: Context & CorrespondencePorts,
  said: MessageSource,
  {
    edition,
    languages,
  }: { readonly edition: TemplateEdition | undefined; readonly languages: readonly string[] },
): Promise<Composed> {
  const rules = ctx.correspondenceFacts.of(ctx.bankId);
  if (said.kind === 'message')
    return { category: undefined, content: written(said, languages[0] ?? 'en', rules) };
  if (edition === undefined) throw problems['template-not-found']();
  const template = edition.in(languages);
  const { locale, messageCategory, schema, texts: source } = template;
  const key = templateKey(ctx.bankId, template);
  const texts = productOf(await ctx.press.texts({ key, schema, source, data: said.data, locale }));
  return { category: messageCategory, content: contentOf(texts, locale, rules) };
}

function written(
  { content, contentType, title }: Extract<MessageSource, { kind: 'message' }>,
  language: string,
  rules: CleaningRules,
): Content {
  if (contentType === 'text/plain') return { title, text: content, language };
  const html = cleanHtml(content, rules);
  const text = html === undefined ? undefined : textOfHtml(html);
  if (html === undefined || text === undefined)
    throw faultIn('too-long', 'More markup than a message needs.');
  if (text === '') throw faultIn('pattern', 'Nothing is left of it without what messages must not hold.');
  return { title, text, html, language };
}

function faultIn(code: FieldErrorCode, message: string): Error {
  const path = ['message', 'body', 'content'];
  return standardProblems.invalid({ faults: [{ part: 'body', path, code, message }] });
}

import { type CleaningRules, cleanHtml } from '#platform/html/clean-html.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Content } from '../domain/content.ts';
import { titleMax } from '../domain/policy.ts';
import type { Texts } from '../ports/document-renderer.ts';
import { problems } from '../problems.ts';

/** What the press made, as it is kept: a title of one line, html cleaned. */
export function contentOf(texts: Texts, language: string, rules: CleaningRules): Content {
  const { short, text, title } = texts;
  const html = texts.html === undefined ? undefined : cleanHtml(texts.html, rules);
  if (texts.html !== undefined && html === undefined)
    throw problems['template-data-not-valid']({ details: { limit: 'size' } });
  return omitUndefined({
    // One line, whatever the data brought along.
    title: Array.from(title.replaceAll(/\s+/g, ' ').trim()).slice(0, titleMax).join(''),
    text,
    html,
    short: short?.trim(),
    language,
  });
}

import type { Template } from 'liquidjs';
import type { TextSources, Texts } from '#capabilities/correspondence/ports/document-renderer.ts';
import { contentCache } from './content-cache.ts';
import { parseText, renderText, type TextMode, textEngine } from './text-engine.ts';
import { validateData } from './validate-data.ts';
import { isRecord, overLimit, type Task, templateNotValid } from './worker-protocol.ts';

interface TextSource {
  readonly locale: string;
  readonly mode: TextMode;
  readonly text: string;
}

const templatesMax = 1_000;

const templates = contentCache<TextSource, readonly Template[]>(templatesMax, {
  content: ({ locale, mode, text }) => `${mode} ${locale}\n${text}`,
  make: ({ locale, mode, text }) => parseText(textEngine(locale, mode), text),
});

/** Renders the texts of one message. */
export function renderTexts(task: Task, charactersMax: number): Texts {
  const sources = textSourcesOf(task.source);
  const data = validateData(task);
  if (!isRecord(data)) throw templateNotValid('the data of texts must be an object');

  const scope: object = data;

  function made(part: keyof TextSources, mode: TextMode): string | undefined {
    const text = sources[part];
    if (text === undefined) return undefined;
    const template = templates.of(`${task.key}/${part}`, { locale: task.locale, mode, text });
    const result = renderText(textEngine(task.locale, mode), template, scope).trim();
    if (result.length > charactersMax) throw overLimit('size');
    return result;
  }

  const html = made('html', 'html');
  const short = made('short', 'plain');
  return {
    // A title is one line: it may become a mail header.
    title: (made('title', 'plain') ?? '').replaceAll(/\s+/g, ' '),
    text: made('text', 'plain') ?? '',
    ...(html === undefined ? {} : { html }),
    ...(short === undefined ? {} : { short }),
  };
}

function textSourcesOf(source: Task['source']): TextSources {
  if (typeof source === 'string' || source instanceof Uint8Array) throw templateNotValid('no texts');
  return source;
}

import { Liquid, type Template } from 'liquidjs';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { writtenIn } from './locale-formatter.ts';
import { overLimit, Refusal, templateNotValid } from './worker-protocol.ts';

/** Html is escaped wherever data is written; plain text is written as it is. */
export type TextMode = 'html' | 'plain';

/** What Liquid may do here; everything else it can do, above all reading files and clocks, is taken out. */
const allowedTags: ReadonlySet<string> = new Set([
  '#',
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'cycle',
  'echo',
  'for',
  'if',
  'liquid',
  'raw',
  'unless',
]);

/** `raw`, which switches escaping off, is not among them; nor is anything that knows the time or draws lots. */
const allowedFilters: ReadonlySet<string> = new Set([
  'abs',
  'append',
  'at_least',
  'at_most',
  'capitalize',
  'ceil',
  'compact',
  'concat',
  'default',
  'divided_by',
  'downcase',
  'escape',
  'first',
  'floor',
  'join',
  'last',
  'lstrip',
  'map',
  'minus',
  'modulo',
  'plus',
  'prepend',
  'remove',
  'replace',
  'reverse',
  'round',
  'rstrip',
  'size',
  'slice',
  'sort',
  'split',
  'strip',
  'times',
  'truncate',
  'truncatewords',
  'uniq',
  'upcase',
  'where',
]);

const sourceCharactersMax = 200_000;
const renderMsMax = 4_000;
/** Counted by Liquid in things made, about a byte each. */
const memoryMax = 20_000_000;
const enginesMax = 100;

const engines = lruCache<Liquid>(enginesMax);

/** The Liquid of one locale; amounts and days come out in it. */
export function textEngine(locale: string, mode: TextMode): Liquid {
  const name = `${mode} ${locale}`;
  const engine = engines.get(name) ?? newEngine(locale, mode);
  engines.set(name, engine);
  return engine;
}

function newEngine(locale: string, mode: TextMode): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    relativeReference: false,
    // An empty collection in place of the file system.
    templates: {},
    parseLimit: sourceCharactersMax,
    renderLimit: renderMsMax,
    memoryLimit: memoryMax,
    ...(mode === 'html' ? { outputEscape: 'escape' } : {}),
  });
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters))
    if (!allowedFilters.has(filter)) engine.unregisterFilter(filter);
  const written = writtenIn(locale);
  engine.registerFilter('money', written.money);
  engine.registerFilter('day', written.day);
  engine.registerFilter('short_day', written.shortDay);
  engine.registerFilter('moment', written.moment);
  engine.registerFilter('masked', written.masked);
  engine.registerFilter('grouped', written.grouped);
  return engine;
}

/** Reads a template; what cannot be read is told to its author. */
export function parseText(engine: Liquid, source: string): readonly Template[] {
  return translated(() => engine.parse(source));
}

/** Writes one text. The result is never read as a template again, so `{{` in data stays what it is. */
export function renderText(engine: Liquid, template: readonly Template[], data: object): string {
  return translated(() => String(engine.renderSync([...template], data)));
}

/** Liquid wraps what filters throw and has only words for its limits. */
function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== undefined) throw refusal;
    const message = error instanceof Error ? error.message : '';
    if (message.includes('memory alloc limit exceeded')) throw overLimit('loops');
    if (message.includes('template render limit exceeded')) throw overLimit('time');
    if (message.includes('parse length limit exceeded')) throw overLimit('size');
    throw templateNotValid(message);
  }
}

function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (typeof error !== 'object' || error === null || !('originalError' in error)) return undefined;
  return refusalIn(error.originalError);
}

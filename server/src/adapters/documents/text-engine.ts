import { Liquid, type Template } from 'liquidjs';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { localeFormatter } from './locale-formatter.ts';
import { overLimit, RenderError, templateNotValid } from './worker-protocol.ts';

/** Html output is escaped; plain text is not. */
export type TextMode = 'html' | 'plain';

/** The permitted Liquid features; all others, above all reading files and clocks, are removed. */
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

/** Without `raw`, which disables escaping, and without anything that depends on time or randomness. */
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
/** Counted by Liquid in allocations, about a byte each. */
const memoryMax = 20_000_000;
const enginesMax = 100;

const engines = lruCache<Liquid>(enginesMax);

/** The Liquid engine of one locale, which formats amounts and dates. */
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
    // An empty map in place of the file system.
    templates: {},
    parseLimit: sourceCharactersMax,
    renderLimit: renderMsMax,
    memoryLimit: memoryMax,
    ...(mode === 'html' ? { outputEscape: 'escape' } : {}),
  });
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters))
    if (!allowedFilters.has(filter)) engine.unregisterFilter(filter);
  const written = localeFormatter(locale);
  engine.registerFilter('money', written.money);
  engine.registerFilter('day', written.day);
  engine.registerFilter('short_day', written.shortDay);
  engine.registerFilter('moment', written.moment);
  engine.registerFilter('masked', written.masked);
  engine.registerFilter('grouped', written.grouped);
  return engine;
}

/** Parses a template; syntax errors are reported to its author. */
export function parseText(engine: Liquid, source: string): readonly Template[] {
  return translated(() => engine.parse(source));
}

/** Renders one text. The result is never parsed again, so `{{` in data stays text. */
export function renderText(engine: Liquid, template: readonly Template[], data: object): string {
  return translated(() => String(engine.renderSync([...template], data)));
}

/** Liquid wraps errors of filters and reports its limits by message only. */
function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const refusal = renderErrorIn(error);
    if (refusal !== undefined) throw refusal;
    const message = error instanceof Error ? error.message : '';
    if (message.includes('memory alloc limit exceeded')) throw overLimit('loops');
    if (message.includes('template render limit exceeded')) throw overLimit('time');
    if (message.includes('parse length limit exceeded')) throw overLimit('size');
    throw templateNotValid(message);
  }
}

function renderErrorIn(error: unknown): RenderError | undefined {
  if (error instanceof RenderError) return error;
  if (typeof error !== 'object' || error === null || !('originalError' in error)) return undefined;
  return renderErrorIn(error.originalError);
}

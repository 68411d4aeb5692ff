import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { type LocaleFormatter, typeset } from './locale-formatter.ts';
import { isRecord, templateNotValid } from './worker-protocol.ts';

/** `{path.to.value}`, `{amount | money}`, `{#list}` … `{/list}`, `{^list}` … `{/list}`; `.` is the item itself. */
const tagGrammar =
  /^[#^]?(?:\.|[a-z][\w-]*(?:\.[a-z][\w-]*)*)(?: ?\| ?(?:money|figure|day|short_day|masked|grouped))?$|^\/[\w.-]*$/i;

/** Returns whether a tag is part of Portico's template grammar, which has no tags for raw markup. */
export function isTag(content: string): boolean {
  return tagGrammar.test(content.trim());
}

/** Finds the value of a tag in one scope; undefined if it does not exist. */
export function valueOf(tag: string, scope: unknown, written: LocaleFormatter): unknown {
  const [path = '', filter] = tag.split('|').map((part) => part.trim());
  const value = path === '.' ? scope : found(scope, path.split('.'));
  if (value === undefined || filter === undefined) return value;
  return filtered(filter, value, written);
}

function found(scope: unknown, names: readonly string[]): unknown {
  let value: unknown = scope;
  for (const name of names) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    const member: Json | undefined = value[name];
    value = member;
  }
  return value;
}

function filtered(filter: string, value: unknown, written: LocaleFormatter): string {
  switch (filter) {
    case 'money':
      return typeset(written.money(value));
    case 'figure':
      return typeset(written.figure(value));
    case 'day':
      return written.day(value);
    case 'short_day':
      return written.shortDay(value);
    case 'masked':
      return written.masked(value);
    case 'grouped':
      return written.grouped(value);
    default:
      throw templateNotValid(`unknown filter: ${filter}`);
  }
}

import { type JsonValue, readJson } from './json-text.ts';

/** Returns one text for all spellings of a JSON object; undefined for another text, or one that parsers read differently. */
export function canonicalObject(text: string): string | undefined {
  if (!text.isWellFormed()) return undefined;
  const read = readJson(text);
  return read.kind === 'value' && read.value instanceof Map ? canonicalText(read.value) : undefined;
}

function canonicalText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('numberText' in value) return value.numberText;
  if (!(value instanceof Map)) return `[${[...value.values()].map(canonicalText).join(',')}]`;
  const members = [...value].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(',')}}`;
}

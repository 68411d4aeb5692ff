import assert from 'node:assert/strict';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { parseTimestamp, toExactTimestamp } from '#platform/kernel/timestamp.ts';

/** PostgreSQL type ids whose default JavaScript form would lose information. */
const oid = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamptz: 1184,
  timestamptzArray: 1185,
  numeric: 1700,
  numericArray: 1231,
  textArray: 1009,
} as const;

type Parse = (text: string) => unknown;

const keptDatesMax = 4_096;
const keptDates = new Map<string, Temporal.PlainDate>();

/**
 * A page of entries repeats a few dates, and parsing one costs ten times as much as a look-up. Dates cannot be changed, so
 * rows may share them. When the map is full, the date that was parsed first makes room.
 */
const parseDate: Parse = (text) => {
  const kept = keptDates.get(text);
  if (kept !== undefined) return kept;
  const date = Temporal.PlainDate.from(text);
  if (keptDates.size >= keptDatesMax) keptDates.delete(keptDates.keys().next().value ?? text);
  keptDates.set(text, date);
  return date;
};
// Amounts are bigint minor units; other numeric values stay text.
const keepText: Parse = (text) => text;

const parsers: Readonly<Record<number, Parse>> = {
  [oid.int8]: BigInt,
  [oid.int8Array]: listOf(BigInt),
  [oid.date]: parseDate,
  [oid.dateArray]: listOf(parseDate),
  [oid.timestamptz]: parseInstant,
  [oid.timestamptzArray]: listOf(parseInstant),
  [oid.numeric]: keepText,
  [oid.numericArray]: listOf(keepText),
};

/** Returns the parser of a column type, as the stores need it. */
export function parserFor(typeOid: number): Parse {
  return parsers[typeOid] ?? usualParser(typeOid);
}

function usualParser(typeOid: number): Parse {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver's own type says `any`
  return pg.types.getTypeParser(typeOid, 'text') as Parse;
}

/** The driver parses the array notation, our parser the elements. */
function listOf(parse: Parse): Parse {
  const readTexts = usualParser(oid.textArray);
  return (text) => {
    const texts = readTexts(text);
    assert(Array.isArray(texts));
    return texts.map((element: unknown) => (typeof element === 'string' ? parse(element) : element));
  };
}

/** The session's zone is UTC, so the text always ends in +00. */
function parseInstant(text: string): Temporal.Instant {
  assert(text.endsWith('+00'), 'time is invalid or in another zone');
  const iso = `${text.replace(' ', 'T').slice(0, -3)}Z`;
  // The database also has years that RFC 3339 has not.
  return parseTimestamp(iso) ?? Temporal.Instant.from(iso);
}

type Parameter = string | Buffer | null;

/** Encodes a value for the database. */
export function toParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return objectToParameter(value);
  assert(typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint');
  return String(value);
}

function objectToParameter(value: object): Parameter {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Temporal.Instant) return instantText(value);
  if (value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return arrayLiteral(value);
  return JSON.stringify(value);
}

let latest: { readonly instant: Temporal.Instant; readonly text: string } | undefined;

/** A command binds the same instant several times in a row; it is formatted once. */
function instantText(instant: Temporal.Instant): string {
  if (latest?.instant !== instant) latest = { instant, text: toExactTimestamp(instant) };
  return latest.text;
}

/** Formats an array in PostgreSQL's notation; every element is quoted, so that no text can end it early. */
function arrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    const text = toParameter(value);
    if (text === null) return 'NULL';
    return Buffer.isBuffer(text)
      ? `"\\\\x${text.toString('hex')}"`
      : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${elements.join(',')}}`;
}

import { readFile } from 'node:fs/promises';
import type { Temporal } from 'temporal-polyfill';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { readRules, type SigningRule } from '#capabilities/authorization/index.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';

/** Content of a file, or its errors, one line each. */
export type FileOf<T> =
  | { readonly kind: 'read'; readonly content: T }
  | { readonly kind: 'errors'; readonly lines: readonly string[] };

const errorsMax = 20;

/**
 * Reads rules in the specification's format: a JSON array. A partial set of rules would leave gaps, so errors reject
 * the whole file.
 */
export async function rulesIn(path: string): Promise<FileOf<readonly SigningRule[]>> {
  const json = jsonOf(await readFile(path, 'utf8'));
  if (json.kind === 'errors') return json;
  const read = readRules(json.content);
  if (read.kind === 'rules') return { kind: 'read', content: read.rules };
  const lines = read.errors
    .slice(0, errorsMax)
    .map(({ error, path: at }) => `${at === '' ? '/' : at}: ${error}`);
  return { kind: 'errors', lines };
}

const identifier = Type.String({ minLength: 1, maxLength: 100 });
const groupsSchema = Type.Array(
  Type.Object(
    {
      'group-id': identifier,
      members: Type.Array(
        Type.Object(
          {
            'user-id': identifier,
            'valid-from': Type.String(),
            'valid-until': Type.Optional(Type.String()),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1_000 },
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 1_000 },
);

/** Signing group with all its members. */
export interface GroupInFile {
  readonly groupId: string;
  readonly members: readonly {
    readonly userId: string;
    readonly validFrom: Temporal.Instant;
    readonly validUntil: Temporal.Instant | undefined;
  }[];
}

const groupsShape =
  'not [{"group-id", "members": [{"user-id", "valid-from", "valid-until"?}]}], times like 2026-01-01T00:00:00Z';

/** Reads groups with their members. */
export async function groupsIn(path: string): Promise<FileOf<readonly GroupInFile[]>> {
  const json = jsonOf(await readFile(path, 'utf8'));
  if (json.kind === 'errors') return json;
  if (!Check(groupsSchema, json.content)) return { kind: 'errors', lines: [groupsShape] };
  const errors = json.content.flatMap(groupErrors);
  return errors.length > 0
    ? { kind: 'errors', lines: errors.slice(0, errorsMax) }
    : { kind: 'read', content: json.content.map(groupOf) };
}

type GroupDocument = Static<typeof groupsSchema>[number];

function groupOf({ 'group-id': groupId, members }: GroupDocument): GroupInFile {
  return {
    groupId,
    members: members.flatMap(({ 'user-id': userId, 'valid-from': from, 'valid-until': until }) => {
      const validFrom = parseTimestamp(from);
      const validUntil = until === undefined ? undefined : parseTimestamp(until);
      return validFrom === undefined ? [] : [{ userId, validFrom, validUntil }];
    }),
  };
}

function groupErrors({ 'group-id': groupId, members }: GroupDocument): readonly string[] {
  const people = members.map((member) => member['user-id']);
  const twice = people.filter((userId, index) => people.indexOf(userId) !== index);
  return [
    ...members.flatMap(({ 'user-id': userId, ...validity }) =>
      isSpan(validity) ? [] : [`${groupId}, ${userId}: valid-from and valid-until are not a time span`],
    ),
    ...twice.map((userId) => `${groupId}, ${userId}: is a duplicate`),
  ];
}

function isSpan(validity: { readonly 'valid-from': string; readonly 'valid-until'?: string }): boolean {
  const from = parseTimestamp(validity['valid-from']);
  if (from === undefined) return false;
  const end = validity['valid-until'];
  if (end === undefined) return true;
  const until = parseTimestamp(end);
  return until !== undefined && from.epochMilliseconds < until.epochMilliseconds;
}

function jsonOf(text: string): FileOf<unknown> {
  try {
    return { kind: 'read', content: JSON.parse(text) };
    // The parser's message quotes the text, which may be confidential.
  } catch {
    return { kind: 'errors', lines: ['not JSON'] };
  }
}

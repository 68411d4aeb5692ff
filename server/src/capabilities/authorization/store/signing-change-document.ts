import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { parseTimestamp, toExactTimestamp } from '#platform/kernel/timestamp.ts';
import type { OwnerKind } from '../domain/signing/facts.ts';
import type { SigningChangeContent } from '../domain/signing/signing-change.ts';
import { readRules } from '../engine/signing-rules/read-rules.ts';
import { documentOf } from './rule-document.ts';

const ownerKinds = ['organization', 'person', 'joint'] as const satisfies readonly OwnerKind[];

const schema = Type.Union([
  Type.Object({
    kind: Type.Literal('rules'),
    'owner-kind': Type.Enum([...ownerKinds]),
    rules: Type.Array(Type.Unknown()),
    retire: Type.Array(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('group'),
    'group-id': Type.String(),
    members: Type.Array(
      Type.Object({
        'user-id': Type.String(),
        'valid-from': Type.String(),
        'valid-until': Type.Optional(Type.String()),
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('absence'),
    'user-id': Type.String(),
    'delegate-id': Type.Optional(Type.String()),
    from: Type.String(),
    until: Type.String(),
  }),
  Type.Object({ kind: Type.Literal('absence-end'), 'absence-id': Type.String() }),
]);
type ChangeDocument = Static<typeof schema>;

/** Serializes a change in the member names of its files, which auditors can read. */
export function changeDocumentOf(content: SigningChangeContent): ChangeDocument {
  switch (content.kind) {
    case 'rules':
      return {
        kind: 'rules',
        'owner-kind': content.ownerKind,
        // Versions are assigned when the change is approved.
        rules: content.rules.map((rule) => documentOf({ ...rule, version: 1, status: 'draft' })),
        retire: [...content.retire],
      };
    case 'group':
      return {
        kind: 'group',
        'group-id': content.groupId,
        members: content.members.map(({ userId, validFrom, validUntil }) => ({
          'user-id': userId,
          'valid-from': toExactTimestamp(validFrom),
          ...(validUntil === undefined ? {} : { 'valid-until': toExactTimestamp(validUntil) }),
        })),
      };
    case 'absence':
      return {
        kind: 'absence',
        'user-id': content.userId,
        ...(content.delegateId === undefined ? {} : { 'delegate-id': content.delegateId }),
        from: toExactTimestamp(content.from),
        until: toExactTimestamp(content.until),
      };
    case 'absence-end':
      return { kind: 'absence-end', 'absence-id': content.absenceId };
  }
}

/** Parses a stored change. Throws when it cannot be read: it was changed manually, and must not take effect. */
export function changeContentIn(document: unknown): SigningChangeContent {
  assert(Check(schema, document), 'a change of signing rules in the database cannot be read');
  switch (document.kind) {
    case 'rules':
      return {
        kind: 'rules',
        ownerKind: document['owner-kind'],
        rules: rulesIn(document.rules),
        retire: document.retire,
      };
    case 'group':
      return {
        kind: 'group',
        groupId: document['group-id'],
        members: document.members.map((member) => ({
          userId: member['user-id'],
          validFrom: timeIn(member['valid-from']),
          validUntil: member['valid-until'] === undefined ? undefined : timeIn(member['valid-until']),
        })),
      };
    case 'absence':
      return {
        kind: 'absence',
        userId: document['user-id'],
        delegateId: document['delegate-id'],
        from: timeIn(document.from),
        until: timeIn(document.until),
      };
    case 'absence-end':
      return { kind: 'absence-end', absenceId: document['absence-id'] };
  }
}

function rulesIn(
  documents: readonly unknown[],
): Extract<SigningChangeContent, { readonly kind: 'rules' }>['rules'] {
  // A change may only retire rules.
  if (documents.length === 0) return [];
  const read = readRules(documents);
  assert(read.kind === 'rules', 'a proposed signing rule in the database cannot be read');
  return read.rules;
}

function timeIn(text: string): Temporal.Instant {
  const time = parseTimestamp(text);
  assert(time !== undefined, 'a time in a change of signing rules cannot be read');
  return time;
}

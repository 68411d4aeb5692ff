import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  mayApprove,
  namesOneTwice,
  type SigningChangeContent,
  subjectOf,
  usersIn,
} from './signing-change.ts';

const at = Temporal.Instant.from('2026-01-01T00:00:00Z');
const contents: readonly SigningChangeContent[] = [
  { kind: 'rules', ownerKind: 'organization', rules: [], retire: ['old'] },
  { kind: 'group', groupId: 'A', members: [{ userId: 'anna', validFrom: at, validUntil: undefined }] },
  { kind: 'absence', userId: 'anna', delegateId: 'ben', from: at, until: at.add({ hours: 1 }) },
  { kind: 'absence', userId: 'anna', delegateId: undefined, from: at, until: at.add({ hours: 1 }) },
  { kind: 'absence-end', absenceId: 'a-1' },
];

describe('a change of signing rules', () => {
  test('names its subject, so that two changes of one thing do not wait together', () => {
    expect(contents.map(subjectOf)).toEqual([
      'rules',
      'group A',
      'absence of anna',
      'absence of anna',
      'end of absence a-1',
    ]);
  });

  test('names the users who must exist', () => {
    expect(contents.map(usersIn)).toEqual([[], ['anna'], ['anna', 'ben'], ['anna'], []]);
  });

  test('is approved by another employee than its proposer, in any spelling', () => {
    expect(['e-1', 'E-1', 'e-2'].map((employee) => mayApprove({ proposedBy: 'e-1' }, employee))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('of a group names no person in two spellings', () => {
    const members = (...ids: readonly string[]) =>
      ids.map((userId) => ({ userId, validFrom: at, validUntil: undefined }));
    expect(namesOneTwice(members('e-1', 'e-2'))).toBe(false);
    expect(namesOneTwice(members('e-1', 'e-1'))).toBe(false);
    expect(namesOneTwice(members('e-1', 'e-2', 'E-1'))).toBe(true);
    expect(namesOneTwice([])).toBe(false);
  });
});

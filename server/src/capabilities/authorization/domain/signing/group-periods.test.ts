import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { replaceGroup } from './group-periods.ts';
import type { GroupMember } from './signing-change.ts';

const now = Temporal.Instant.from('2026-06-01T00:00:00Z');
const day = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}T00:00:00Z`);
const member = (userId: string, from: string, until?: string): GroupMember => ({
  userId,
  validFrom: day(from),
  validUntil: until === undefined ? undefined : day(until),
});
const lines = (current: readonly GroupMember[], wanted: readonly GroupMember[]): readonly string[] => {
  const { ended, members } = replaceGroup(current, wanted, now);
  const line = (sign: string, { userId, validFrom, validUntil }: GroupMember): string =>
    [sign, userId, validFrom, validUntil ?? ''].join(' ').replaceAll('T00:00:00Z', '').trim();
  return [...members.map((one) => line('+', one)), ...ended.map((one) => line('-', one))];
};

const anna = member('anna', '2025-01-01');

describe('after a change of a group', () => {
  test('who stays has been a member since the same time, whatever the file says', () => {
    expect(lines([anna], [member('anna', '2020-01-01')])).toEqual(['+ anna 2025-01-01']);
    expect(lines([anna], [member('anna', '2026-01-01', '2027-01-01')])).toEqual([
      '+ anna 2025-01-01 2027-01-01',
    ]);
  });

  test('who stays keeps the start of a membership that had an end ahead, and gets one that lies ahead', () => {
    const ending = member('anna', '2025-01-01', '2027-01-01');
    expect(lines([ending], [anna])).toEqual(['+ anna 2025-01-01']);
    expect(lines([ending], [])).toEqual(['- anna 2025-01-01 2026-06-01']);
    const ahead = member('anna', '2026-09-01');
    expect(lines([ahead], [anna])).toEqual(['+ anna 2026-06-01']);
    expect(lines([ahead], [])).toEqual([]);
  });

  test('who left was a member until now', () => {
    expect(lines([anna], [])).toEqual(['- anna 2025-01-01 2026-06-01']);
    expect(lines([anna], [member('anna', '2025-01-01', '2026-01-01')])).toEqual([
      '- anna 2025-01-01 2026-06-01',
    ]);
  });

  test('who comes is no member before now', () => {
    expect(lines([], [member('ben', '2020-01-01')])).toEqual(['+ ben 2026-06-01']);
    expect(lines([], [member('ben', '2027-01-01')])).toEqual(['+ ben 2027-01-01']);
    expect(lines([], [member('ben', '2020-01-01', '2026-01-01')])).toEqual([]);
  });

  test('who pauses leaves now and comes back later', () => {
    expect(lines([anna], [member('anna', '2026-09-01')])).toEqual([
      '+ anna 2026-09-01',
      '- anna 2025-01-01 2026-06-01',
    ]);
  });

  test('a membership that ended before stays as it was', () => {
    expect(lines([member('anna', '2025-01-01', '2026-01-01')], [member('anna', '2025-01-01')])).toEqual([
      '+ anna 2026-06-01',
      '- anna 2025-01-01 2026-01-01',
    ]);
  });

  test('a membership that had not begun leaves nothing behind', () => {
    expect(lines([member('anna', '2027-01-01')], [])).toEqual([]);
    expect(lines([member('anna', '2027-01-01')], [member('anna', '2028-01-01')])).toEqual([
      '+ anna 2028-01-01',
    ]);
  });
});

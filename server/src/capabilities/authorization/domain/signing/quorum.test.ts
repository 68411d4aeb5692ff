import { describe, expect, test } from 'vitest';
import {
  absenceOf,
  mandateOf,
  membersOf,
  minute,
  need,
  rosterOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { isReachable } from './quorum.ts';
import { indexRoster, type Signer } from './roster.ts';

describe('an absent member whose delegate stands in', () => {
  const alternative = [need('customer-group:A')];
  const isEnough = (
    changed: Partial<Record<'a1' | 'd', Partial<Signer>>> = {},
    without?: string,
  ): boolean => {
    const roster = rosterOf(membersOf('A: a1'), {
      signers: [signerOf('a1', changed.a1), signerOf('d', changed.d)],
      absences: [absenceOf('a1', 'd')],
    });
    const context = { roster: indexRoster(roster), atMs: minute(1).epochMilliseconds } as const;
    return isReachable(alternative, {
      ...context,
      absences: 'counted',
      ...(without === undefined ? {} : { without }),
    });
  };

  test('is enough', () => {
    expect(isEnough()).toBe(true);
    expect(isEnough({}, 'someone-else')).toBe(true);
  });

  test.each(['a1', 'd'] as const)('is not enough where %s initiated the order', (initiator) => {
    expect(isEnough({}, initiator)).toBe(false);
  });

  test.each(['a1', 'd'] as const)('is not enough where %s may not sign', (userId) => {
    expect(isEnough({ [userId]: { isActive: false } })).toBe(false);
    expect(isEnough({ [userId]: { isRestricted: true } })).toBe(false);
  });

  test.each(['a1', 'd'] as const)('is not enough where %s has no mandate of the owner', (userId) => {
    expect(isEnough({ [userId]: { mandates: [] } })).toBe(false);
    expect(isEnough({ [userId]: { mandates: [mandateOf({ customer: '2' })] } })).toBe(false);
  });
});

import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import { approveChange, rejectChange } from './bank-change.ts';

const now = Temporal.Instant.from('2026-11-19T10:00:00Z');
const proposed: PolicyChange = {
  changeId: '0197a0a0-0000-7000-8000-000000000001',
  name: 'email-codes-per-day',
  value: 2,
  reason: 'fewer messages',
  state: 'proposed',
  proposedBy: 'e-1',
  proposedAt: now.subtract({ hours: 1 }),
  effectiveFrom: now.subtract({ hours: 1 }),
  decidedBy: undefined,
  decidedAt: undefined,
};

describe('a proposed change', () => {
  test('is not approved by its proposer, in any spelling of the id', () => {
    expect(approveChange(proposed, 'E-1', now)).toEqual({ kind: 'own-approval' });
  });

  test('takes effect with its approval if its time has passed', () => {
    expect(approveChange(proposed, 'e-2', now)).toMatchObject({
      change: { state: 'approved', decidedBy: 'e-2', effectiveFrom: now },
    });
  });

  test('takes effect at its time if that is later', () => {
    const effectiveFrom = now.add({ hours: 24 });
    expect(approveChange({ ...proposed, effectiveFrom }, 'e-2', now)).toMatchObject({
      change: { decidedAt: now, effectiveFrom },
    });
  });

  test('is rejected by another employee, and withdrawn by its proposer', () => {
    for (const by of ['e-1', 'e-2'])
      expect(rejectChange(proposed, by, now)).toMatchObject({ state: 'rejected', decidedBy: by });
  });
});

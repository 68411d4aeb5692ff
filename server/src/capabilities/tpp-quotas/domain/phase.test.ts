import { describe, expect, test } from 'vitest';
import { type Phase, type QuotaEffect, quotaEffect } from './phase.ts';

const effects: Readonly<Record<Phase, Readonly<Record<Phase, QuotaEffect>>>> = {
  unsigned: { unsigned: undefined, 'partly-signed': 'extend', approved: 'release', ended: 'close' },
  'partly-signed': { unsigned: undefined, 'partly-signed': 'extend', approved: 'release', ended: 'release' },
  approved: { unsigned: undefined, 'partly-signed': undefined, approved: undefined, ended: undefined },
  ended: { unsigned: undefined, 'partly-signed': undefined, approved: undefined, ended: undefined },
};

const phases = ['unsigned', 'partly-signed', 'approved', 'ended'] as const;

describe.each(phases)('a resource that is %s', (before) => {
  test.each(phases)('and becomes %s counts as the table says', (after) => {
    expect(quotaEffect(before, after)).toBe(effects[before][after]);
  });
});

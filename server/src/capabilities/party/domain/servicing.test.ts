import { expect, test } from 'vitest';
import { dayAt, today } from '../testing/fact-samples.suite.ts';
import type { ServicingChange } from './changes.ts';
import type { ServicingInfo } from './facts.ts';
import { changedServicing } from './servicing.ts';

const current: ServicingInfo = { unit: 'U1', relationshipManager: 'm-1', since: '2020-01-01' };

test.each<[string, ServicingInfo | undefined, ServicingChange, ServicingInfo]>([
  ['the first unit', undefined, { unit: 'U1' }, { unit: 'U1', since: today }],
  ['another unit', current, { unit: 'U2' }, { unit: 'U2', relationshipManager: 'm-1', since: today }],
  ['no manager', current, { relationshipManager: null }, { unit: 'U1', since: today }],
  [
    'a deputy and a channel',
    current,
    { deputyManager: 'm-2', serviceChannel: 'phone' },
    { unit: 'U1', relationshipManager: 'm-1', deputyManager: 'm-2', serviceChannel: 'phone', since: today },
  ],
  ['neither unit nor manager', current, { unit: null, relationshipManager: null }, { since: today }],
])('servicing by %s', (_what, before, change, after) => {
  expect(changedServicing(before, change, today)).toStrictEqual(after);
});

test('the effective day of a change is stored once, as the day since when it is valid', () => {
  const change = { unit: 'U2', effectiveDate: dayAt(9) };
  expect(changedServicing(undefined, change, dayAt(9))).toStrictEqual({ unit: 'U2', since: dayAt(9) });
});

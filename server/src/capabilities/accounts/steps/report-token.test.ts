import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { mutantsOf, seedOfRun } from '#platform/testing/mutants.ts';
import { positionIn, type ReportPosition, reportToken, type TokenUse } from './report-token.ts';

const now = Temporal.Instant.from('2026-11-17T10:00:00Z');
const position: ReportPosition = {
  bookingStatus: 'booked',
  from: '2026-11-01',
  pageSize: 20,
  cursor: 'here',
  newest: '4711',
  isPresent: true,
  since: '2026-11-01',
  begunAt: now.epochMilliseconds,
};
const use: TokenUse = {
  consent: {
    consentId: '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506',
    access: { model: 'allPsd2', lists: {}, salt: 'secret', withOwnerName: false },
  },
  resourceId: 'account',
  use: 'page',
};

test('a token leads back to its position, and says nothing', () => {
  const token = reportToken(position, use);
  expect(positionIn(token, use, now)).toEqual(position);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('here');
  expect(reportToken(position, use)).not.toBe(token);
});

test('a token that was changed leads nowhere', () => {
  const token = reportToken(position, use);
  for (const mutant of mutantsOf(token, { count: 500, seed: seedOfRun() }))
    expect(positionIn(mutant, use, now)).toBeUndefined();
});

test.each<[string, TokenUse]>([
  ['another use', { ...use, use: 'download' }],
  ['another account', { ...use, resourceId: 'other' }],
  ['another consent', { ...use, consent: { ...use.consent, consentId: 'other' } }],
  [
    'another secret',
    { ...use, consent: { ...use.consent, access: { ...use.consent.access, salt: 'other' } } },
  ],
])('a token means nothing for %s', (_, other) => {
  expect(positionIn(reportToken(position, use), other, now)).toBeUndefined();
});

test('a token of an hour ago is over', () => {
  const token = reportToken(position, use);
  expect(positionIn(token, use, now.add({ minutes: 59 }))).toEqual(position);
  expect(positionIn(token, use, now.add({ minutes: 60 }))).toBeUndefined();
});

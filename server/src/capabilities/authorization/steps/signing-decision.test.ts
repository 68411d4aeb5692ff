import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { collectionExpiry } from './signing-decision.ts';

const rule = { ruleId: 'r', alternatives: [] };
const decisionWith = (validity?: string): Parameters<typeof collectionExpiry>[0]['decision'] =>
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only the validity of the rule matters
  ({
    rule: validity === undefined ? rule : { ...rule, collectionValidity: Temporal.Duration.from(validity) },
  }) as unknown as Parameters<typeof collectionExpiry>[0]['decision'];

function expiry(request: { day?: string; validity?: string; now: string; timeZone: string }): string {
  const { day, now, timeZone, validity } = request;
  const executionDate = day === undefined ? undefined : Temporal.PlainDate.from(day);
  const decided = { decision: decisionWith(validity), executionDate };
  return collectionExpiry(decided, { now: Temporal.Instant.from(now), timeZone }).toString();
}

test.each([
  ['Europe/Amsterdam', '2027-06-01', '2027-06-01T22:00:00Z'],
  ['Europe/Amsterdam', '2027-01-15', '2027-01-15T23:00:00Z'],
  ['UTC', '2027-06-01', '2027-06-02T00:00:00Z'],
  ['America/New_York', '2027-06-01', '2027-06-02T04:00:00Z'],
])('in %s signatures for %s are collected until the day is over there', (timeZone, day, until) => {
  expect(expiry({ day, validity: 'P30D', now: `${day}T08:00:00Z`, timeZone })).toBe(until);
});

test('days of a rule are days of the bank, though one of them has 23 hours', () => {
  const request = { validity: 'P1D', now: '2027-03-27T12:00:00Z' };
  expect(expiry({ ...request, timeZone: 'Europe/Amsterdam' })).toBe('2027-03-28T11:00:00Z');
  expect(expiry({ ...request, timeZone: 'UTC' })).toBe('2027-03-28T12:00:00Z');
});

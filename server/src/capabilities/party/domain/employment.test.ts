import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { personWith } from '../testing/fact-samples.suite.ts';
import type { EmploymentChange } from './changes.ts';
import { changedEmployment } from './employment.ts';
import type { PartyFacts } from './fact-map.ts';
import type { Employment } from './facts.ts';
import { employmentStatuses } from './literals.ts';

const employed: Employment = {
  status: 'employed',
  employerName: 'Bakery',
  employedSince: '2020-01-01',
  contractKind: 'permanent',
  jobTitle: 'Baker',
};
const income = { currency: 'EUR', amount: '2500.00' };

/** Returns a person of whose employment only this is known. */
function working(employment: Employment | undefined): PartyFacts {
  const { employment: _, ...personal } = personWith({ profile: 'prospect' }).personal;
  return { ...personWith(), personal: { ...personal, ...(employment === undefined ? {} : { employment }) } };
}

function changed(facts: PartyFacts, change: EmploymentChange): PartyFacts {
  const outcome = changedEmployment(facts, change);
  assert(outcome.kind === 'done', outcome.kind);
  return outcome.facts;
}

const ofEmployees: readonly EmploymentChange[] = [
  { employerName: 'Bakery' },
  { employerPartyNumber: '1000000048' },
  { employedSince: '2020-01-01' },
  { contractKind: 'temporary' },
];

describe.each(employmentStatuses)('who is %s', (status) => {
  const isEmployed = status === 'employed';

  test.each(ofEmployees)('can set %j only when employed', (change) => {
    expect(changedEmployment(working(undefined), { status, ...change }).kind).toBe(
      isEmployed ? 'done' : 'contradictory',
    );
    expect(changedEmployment(working({ status }), change).kind).toBe(isEmployed ? 'done' : 'contradictory');
  });

  test('can clear what only employees have', () => {
    const change = {
      status,
      employerName: null,
      employerPartyNumber: null,
      employedSince: null,
      contractKind: null,
    };
    expect(changed(working(employed), change).personal.employment).toEqual({ status, jobTitle: 'Baker' });
  });

  test('has an employer only when employed, whether the status was sent or not', () => {
    expect(changed(working(employed), { status }).personal.employment).toStrictEqual(
      isEmployed ? employed : { status, jobTitle: 'Baker' },
    );
  });
});

describe('a change of employment', () => {
  test('accepts an employer where the status is unknown', () => {
    expect(changed(working(undefined), { employerName: 'Bakery' }).personal.employment).toEqual({
      employerName: 'Bakery',
    });
  });

  test('cannot clear the status of a customer, but that of others', () => {
    const customer = personWith({ employment: { status: 'student' } });
    expect(changedEmployment(customer, { status: null })).toEqual({
      kind: 'refused',
      refusal: 'mandatory-field-cleared',
    });
    expect(changed(working({ status: 'student' }), { status: null })).toStrictEqual(working(undefined));
  });

  test('stores the income with the sensitive facts', () => {
    const before = working(employed);
    const after = changed(before, { netMonthlyIncome: income });
    expect(after).toStrictEqual({ ...before, sensitive: { ...before.sensitive, netMonthlyIncome: income } });
    expect(changed(after, { jobTitle: 'Chief' }).sensitive.netMonthlyIncome).toEqual(income);
    expect(changed(after, { netMonthlyIncome: null })).toStrictEqual(before);
  });
});

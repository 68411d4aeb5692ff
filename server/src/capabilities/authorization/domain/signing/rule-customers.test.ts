import { expect, test } from 'vitest';
import { effectiveOf, need } from '../../testing/signing-rule-steps.suite.ts';
import { customersIn, groupsIn, peopleIn } from './rule-customers.ts';

const entities = ['customer:1', 'user-id:u', 'user-name:n', 'customer-group:A', 'special-group:S'];
const rule = effectiveOf({ alternatives: [entities.map((entity) => need(entity)), [need('customer:2')]] });

test('the people of a roster come from each alternative of a rule, by what it names', () => {
  expect(customersIn(rule)).toEqual(['1', '2']);
  expect(peopleIn(rule)).toEqual(['u', 'n']);
  expect(groupsIn([rule, effectiveOf({ alternatives: [[need('customer-group:B')]] })])).toEqual([
    'A',
    'S',
    'B',
  ]);
});

test('a group is listed once, however often rules name it', () => {
  expect(groupsIn([rule, rule])).toEqual(['A', 'S']);
});

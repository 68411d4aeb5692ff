import { expect, test } from 'vitest';
import { approvalOwner } from './approval-owner.ts';

test.each([
  ['the owner, if it is known', { owner: '1' }, '2', '1'],
  ['the owner, whoever else may sign', { owner: '1', holders: ['2', '3'] }, '3', '1'],
  ['no customer while an account has to be chosen', { owner: undefined }, '2', undefined],
  ['the approver, for all own accounts', { owner: undefined, holders: [] }, '2', '2'],
  ['the approver, of several holders', { owner: undefined, holders: ['1', '2'] }, '2', '2'],
  ['the first holder, for an approver who is none', { owner: undefined, holders: ['1', '2'] }, '3', '1'],
  ['the first holder, for an agent', { owner: undefined, holders: ['1', '2'] }, undefined, '1'],
  ['no customer, for an agent without a customer', { owner: undefined, holders: [] }, undefined, undefined],
])('an approval is for %s', (_, subject, approver, expected) => {
  expect(approvalOwner(subject, approver)).toBe(expected);
});

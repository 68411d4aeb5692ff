import { expect, test } from 'vitest';
import { ownerOf } from './members.ts';

const of = (owner: string) => ({ owner });
const heldBy = (...holders: readonly string[]) => ({ owner: undefined, holders });

test.each([
  ['one customer', [of('1'), of('1')], { owner: '1' }],
  ['two customers', [of('1'), of('2')], undefined],
  ['a customer and a joint account of this one', [of('1'), heldBy('2', '1')], { owner: '1' }],
  ['a customer and a joint account of others', [of('1'), heldBy('2', '3')], undefined],
  ['two joint accounts with one common holder', [heldBy('1', '2'), heldBy('2', '3')], heldBy('2')],
  ['two joint accounts without a common holder', [heldBy('1'), heldBy('2')], undefined],
  ['every customer, for the own accounts', [heldBy()], heldBy()],
  ['one customer and every customer', [of('1'), heldBy()], { owner: '1' }],
] as const)('resources of %s', (_, resources, expected) => {
  expect(ownerOf(resources)).toEqual(expected);
});

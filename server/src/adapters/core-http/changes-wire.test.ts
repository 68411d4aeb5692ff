import { Temporal } from 'temporal-polyfill';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import type { CoreChange } from '#capabilities/core-banking/index.ts';
import { change } from './contract/schemas.ts';
import { fromWireChange } from './from-wire.ts';
import { toWireChange } from './to-wire.ts';

const reported: CoreChange = {
  kind: 'customer',
  customer: { customerNumber: '1000000048', lastActiveOn: Temporal.PlainDate.from('2026-11-16') },
};

test('the activity of a customer is read as it was written', () => {
  const wire = toWireChange(reported);
  expect(wire).toEqual({
    kind: 'customer',
    customer: { customerNumber: '1000000048', lastActiveOn: '2026-11-16' },
  });
  expect(Value.Check(change, wire)).toBe(true);
  const read = fromWireChange(wire);
  expect(read.kind === 'customer' && read.customer.lastActiveOn.equals('2026-11-16')).toBe(true);
});

import { expect, test } from 'vitest';
import { type BasketEvent, basketStatuses, isOpen, nextStatus } from './basket.ts';

const events: Readonly<Record<string, BasketEvent>> = {
  partly: { kind: 'approved', extent: 'partly' },
  fully: { kind: 'approved', extent: 'fully' },
  lapsed: { kind: 'lapsed' },
  deleted: { kind: 'deleted' },
  restored: { kind: 'restored-ended' },
};

test.each([
  ['RCVD', { partly: 'PATC', fully: 'ACTC', lapsed: 'RJCT', deleted: 'CANC', restored: 'RJCT' }],
  // It cannot be deleted after the first signature.
  ['PATC', { partly: 'PATC', fully: 'ACTC', lapsed: 'RJCT', deleted: undefined, restored: 'RJCT' }],
] as const)('an open basket in %s follows what happens', (status, expected) => {
  const found = Object.entries(events).map(([name, event]) => [name, nextStatus(status, event)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('nothing changes a basket that has ended', () => {
  for (const status of basketStatuses.filter((one) => !isOpen(one)))
    for (const event of Object.values(events)) expect(nextStatus(status, event)).toBeUndefined();
});

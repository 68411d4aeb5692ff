import { expect, test } from 'vitest';
import {
  actionResults,
  eventOfResult,
  nextActionState,
  pendingActionKinds,
  pendingActionStates,
} from './pending-action.ts';

test('only a pending action ends, and each end is final', () => {
  const ends = ['completed', 'declined', 'time-over', 'cancelled'] as const;
  expect(ends.map((event) => nextActionState('pending', event))).toEqual([
    'completed',
    'declined',
    'expired',
    'cancelled',
  ]);
  for (const state of pendingActionStates.filter((one) => one !== 'pending'))
    expect(ends.map((event) => nextActionState(state, event))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
});

test('a mandatory action is never declined', () => {
  for (const kind of pendingActionKinds)
    for (const result of actionResults)
      expect(eventOfResult({ kind, isMandatory: true }, result)).not.toBe('declined');
});

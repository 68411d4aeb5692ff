import { expect, test } from 'vitest';
import { changeRequestEvents, changeRequestStates, isOpen, nextState } from './change-request.ts';

test('every state and event: only open requests change, and each way is the one of the specification', () => {
  const ways = changeRequestStates.flatMap((state) =>
    changeRequestEvents.flatMap((event) => {
      const next = nextState(state, event);
      return next === undefined ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(ways).toEqual([
    'created code-sent code-sent',
    'created code-not-sent failed',
    'created cancelled cancelled',
    'created time-over expired',
    'code-sent code-requested created',
    'code-sent confirmed applied',
    'code-sent attempts-used failed',
    'code-sent cancelled cancelled',
    'code-sent time-over expired',
    'in-review approved applied',
    'in-review rejected rejected',
    'in-review cancelled cancelled',
    'in-review time-over expired',
  ]);
  expect(changeRequestStates.filter(isOpen)).toEqual(['created', 'code-sent', 'in-review']);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstState, nextState, type SignInState, signInSteps } from './state.ts';

const full: SignInState = {
  step: 'code',
  assurance: 'sca',
  username: 'someone',
  userId: 'usr_1',
  first: { kind: 'password', hash: 'h' },
  factor: 'sms',
  verificationId: 'v',
  codesSent: 3,
  challenge: 'c',
  options: 'o',
  error: 'wrong',
  notice: 'code-sent-again',
  attemptsLeft: 2,
  lockedUntil: '2026-11-15T10:00:00Z',
  newPasswordErrors: ['passwords-differ'],
  isFactorPassed: true,
};

test('the next state keeps the user and the verified factors, and drops messages', () => {
  const { attemptsLeft: _a, error: _f, lockedUntil: _l, newPasswordErrors: _p, notice: _n, ...rest } = full;
  expect(nextState(full, {})).toEqual(rest);
  expect(nextState(full, { step: 'locked', error: 'required' })).toEqual({
    ...rest,
    step: 'locked',
    error: 'required',
  });
});

test('the initial state has no verified factors, and keeps the count of sent codes', () => {
  expect(firstState(full)).toEqual({ step: 'identify', assurance: 'sca', codesSent: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom(...signInSteps),
      fc.constantFrom('1fa' as const, 'sca' as const),
      (step, assurance) => {
        const state = firstState({ ...full, assurance }, { step, username: 'other' });
        expect(state).toEqual({ step, assurance, codesSent: 3, username: 'other' });
      },
    ),
  );
});

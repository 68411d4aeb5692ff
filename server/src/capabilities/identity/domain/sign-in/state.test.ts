import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstState, nextState, type SignInState, signInSteps } from './state.ts';

const full: SignInState = {
  step: 'code',
  assurance: 'sca',
  username: 'somebody',
  userId: 'usr_1',
  first: { kind: 'password', hash: 'h' },
  factor: 'sms',
  verificationId: 'v',
  codesSent: 3,
  challenge: 'c',
  options: 'o',
  fault: 'wrong',
  notice: 'code-sent-again',
  attemptsLeft: 2,
  lockedUntil: '2026-11-15T10:00:00Z',
  newPasswordFaults: ['passwords-differ'],
  isFactorPassed: true,
};

test('the next state keeps who it is and what is proven, and forgets what was said', () => {
  const { attemptsLeft: _a, fault: _f, lockedUntil: _l, newPasswordFaults: _p, notice: _n, ...kept } = full;
  expect(nextState(full, {})).toEqual(kept);
  expect(nextState(full, { step: 'locked', fault: 'required' })).toEqual({
    ...kept,
    step: 'locked',
    fault: 'required',
  });
});

test('back at the beginning nothing is proven, and codes that were sent stay counted', () => {
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { type Happening, happen, happenings, type NaiveAuthorisation } from '../testing/naive-sca.suite.ts';
import { type Authorisation, type AuthorisationEvent, after, newAuthorisation } from './authorisation.ts';
import { scaFailuresMax } from './policy.ts';
import { type Approach, approaches, isFinal, scaStatuses } from './status.ts';

const choose: AuthorisationEvent = { kind: 'password-right', next: 'choose-method' };

/** Events of what happens; the only method of a customer is selected at once. */
const eventsOf: Readonly<Record<Happening, readonly AuthorisationEvent[]>> = {
  identify: [{ kind: 'identified' }],
  'password-wrong': [{ kind: 'password-wrong' }],
  'password-right-several': [choose],
  'password-right-one': [choose, { kind: 'method-selected', method: 'code' }],
  'password-right-device': [choose, { kind: 'method-selected', method: 'device' }],
  'password-right-none': [{ kind: 'password-right', next: 'no-method' }],
  'password-right-exempt': [{ kind: 'password-right', next: 'exempted', exemption: 'low-value' }],
  'select-code': [{ kind: 'method-selected', method: 'code' }],
  'select-device': [{ kind: 'method-selected', method: 'device' }],
  'code-wrong': [{ kind: 'code-wrong' }],
  'code-right': [{ kind: 'approved', isConfirmationNeeded: false }],
  'code-right-confirm': [{ kind: 'approved', isConfirmationNeeded: true }],
  arrive: [{ kind: 'arrived' }],
  continue: [{ kind: 'continued' }],
  'confirm-right': [{ kind: 'confirmed' }],
  'confirm-wrong': [{ kind: 'ended', failure: 'confirmation-wrong' }],
  cancel: [{ kind: 'ended', failure: 'cancelled' }],
  expire: [{ kind: 'ended', failure: 'timed-out' }],
};

/** Only the bank's page asks the third party to confirm. */
function afterAll(one: Authorisation, what: Happening): Authorisation | undefined {
  const isPlain = what === 'code-right-confirm' && one.approach !== 'REDIRECT';
  return eventsOf[isPlain ? 'code-right' : what].reduce<Authorisation | undefined>(
    (state, event) => state && after(state, event),
    one,
  );
}

function shown({ approach, status, wrongCodes, wrongPasswords }: Authorisation): string {
  return [approach, status, wrongPasswords, wrongCodes].join(' ');
}

function naively({ approach, codes, passwords, status }: NaiveAuthorisation): string {
  return [approach, status, passwords, codes].join(' ');
}

/** Only an approval that awaits its confirmation can be confirmed wrongly; the engine asks before. */
function isAsked(one: Authorisation, what: Happening): boolean {
  return what !== 'confirm-wrong' || (one.approach === 'REDIRECT' && one.status === 'unconfirmed');
}

/** Walks both implementations; returns the first difference. Compared without `expect`, which costs more than a step. */
function differenceIn(begun: Authorisation, steps: readonly Happening[]): string | undefined {
  let one = begun;
  const naive = { approach: begun.approach, status: begun.status, passwords: 0, codes: 0 };
  for (const what of steps.filter((happening) => happening !== 'confirm-wrong')) {
    const next = afterAll(one, what);
    const isPossible = happen(naive, what);
    one = next ?? one;
    const isSame = (next !== undefined) === isPossible && shown(one) === naively(naive);
    const isExplained =
      (one.failure !== undefined) === (one.status === 'failed') &&
      (one.exemption !== undefined) === (one.status === 'exempted');
    if (!isSame || !isExplained) return `${what}: ${shown(one)} instead of ${naively(naive)}`;
  }
  return undefined;
}

describe('an authorisation', () => {
  test.each(approaches.flatMap((approach) => scaStatuses.map((status) => [approach, status] as const)))(
    'of approach %s in status %s moves as the tables of the specification say',
    (approach, status) => {
      for (const what of happenings) {
        const one: Authorisation = { approach, status, wrongPasswords: 0, wrongCodes: 0 };
        if (!isAsked(one, what)) continue;
        const naive = { approach, status, passwords: 0, codes: 0 };
        const isPossible = happen(naive, what);
        const next = afterAll(one, what);
        expect([what, next === undefined ? 'refused' : shown(next)]).toEqual([
          what,
          isPossible ? naively(naive) : 'refused',
        ]);
      }
    },
  );

  test('equals the naive model on random walks', () => {
    const step = fc.constantFrom(...happenings);
    const start = fc.record({
      approach: fc.constantFrom<Approach>(...approaches),
      isIdentified: fc.boolean(),
    });
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 5, maxLength: 25 }), (begun, steps) => {
        expect(differenceIn(newAuthorisation(begun.approach, begun), steps)).toBeUndefined();
      }),
      { numRuns: randomRuns(100_000) },
    );
  });

  test.each(approaches)('of approach %s never leaves a final status', (approach) => {
    for (const status of scaStatuses.filter(isFinal)) {
      for (const what of happenings)
        expect(afterAll({ approach, status, wrongPasswords: 0, wrongCodes: 0 }, what)).toBeUndefined();
    }
  });

  test('evaluates five wrong codes and no sixth', () => {
    let one: Authorisation = {
      approach: 'EMBEDDED',
      status: 'scaMethodSelected',
      wrongPasswords: 0,
      wrongCodes: 0,
    };
    const statuses: string[] = [];
    for (let attempt = 1; attempt <= scaFailuresMax + 1; attempt += 1) {
      const next = after(one, { kind: 'code-wrong' });
      statuses.push(next?.status ?? 'refused');
      one = next ?? one;
    }
    expect(statuses).toEqual([...Array(4).fill('scaMethodSelected'), 'failed', 'refused']);
    expect(one.failure).toBe('too-many-codes');
  });

  test('ends when a factor is locked elsewhere', () => {
    const started = { approach: 'REDIRECT', status: 'started', wrongPasswords: 0, wrongCodes: 0 } as const;
    expect(after(started, { kind: 'password-locked' })?.failure).toBe('too-many-passwords');
    expect(after(started, { kind: 'code-locked' })?.failure).toBe('too-many-codes');
    expect(
      after(newAuthorisation('EMBEDDED', { isIdentified: true }), { kind: 'code-locked' }),
    ).toBeUndefined();
  });

  test('begins identified only where the third party names the customer', () => {
    for (const approach of approaches) {
      const begun = { approach, wrongPasswords: 0, wrongCodes: 0 };
      expect(newAuthorisation(approach, { isIdentified: true })).toEqual({
        ...begun,
        status: 'psuIdentified',
      });
      expect(newAuthorisation(approach, { isIdentified: false })).toEqual({ ...begun, status: 'received' });
    }
  });

  test('evaluates five wrong passwords and no sixth, and a right one begins anew', () => {
    const wrong: AuthorisationEvent = { kind: 'password-wrong' };
    const first: Authorisation = {
      ...newAuthorisation('EMBEDDED', { isIdentified: true }),
      wrongPasswords: 3,
    };
    const fourth = after(first, wrong);
    expect(fourth).toEqual({ ...first, wrongPasswords: 4 });
    if (fourth === undefined) throw new Error('the fourth password is evaluated');
    expect(after(fourth, choose)?.wrongPasswords).toBe(0);
    const fifth = after(fourth, wrong);
    expect(fifth).toEqual({ ...first, wrongPasswords: 5, status: 'failed', failure: 'too-many-passwords' });
    if (fifth === undefined) throw new Error('the fifth password is evaluated');
    expect(after(fifth, wrong)).toBeUndefined();
  });

  test('says why nothing can follow a right password', () => {
    const one = newAuthorisation('EMBEDDED', { isIdentified: true });
    expect(after(one, { kind: 'password-right', next: 'no-method' })).toEqual({
      ...one,
      status: 'failed',
      failure: 'no-method',
    });
  });

  test.each(approaches.flatMap((approach) => scaStatuses.map((status) => [approach, status] as const)))(
    'of approach %s in status %s gets a link before its page was opened, and a lock where a factor is asked for',
    (approach, status) => {
      const one: Authorisation = { approach, status, wrongPasswords: 0, wrongCodes: 0 };
      const isNew = status === 'received' || status === 'psuIdentified';
      const isOnPage = approach === 'REDIRECT' && status === 'started';
      expect(after(one, { kind: 'linked' })).toEqual(approach === 'REDIRECT' && isNew ? one : undefined);
      expect(after(one, { kind: 'password-locked' })?.failure).toBe(
        isOnPage || (approach === 'EMBEDDED' && isNew) ? 'too-many-passwords' : undefined,
      );
    },
  );
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  otherUser,
  sampleCode,
  sampleEvents,
  sampleStates,
  sampleTransitions,
  sampleUser,
} from '../../testing/sign-in-samples.suite.ts';
import type { SignInEvent, SignInEventKind } from './event.ts';
import { namedIn, type SignInStart, type SignInState, type SignInStep, startOf } from './state.ts';
import { nextState } from './transitions.ts';

/** The state after an event; a refused event changes nothing. */
function settle(state: SignInState, event: SignInEvent): SignInState {
  const change = nextState(state, event);
  return change.kind === 'changed' ? change.state : state;
}

type Row = Readonly<Partial<Record<SignInEventKind, readonly SignInStep[]>>>;

const leaving: Row = {
  'started-over': ['identify'],
  'password-forgotten': ['forgot-password'],
  'username-forgotten': ['forgot-username'],
};

const choosing: Row = {
  'factor-missing': ['no-factor'],
  'factors-offered': ['method'],
  'passkey-requested': ['passkey'],
  'token-requested': ['code'],
  'code-sent': ['code'],
  'code-not-sent': ['code', 'throttled'],
  locked: ['locked'],
};

/** What each event leads to, at each step; events that are not listed are refused. */
const expected: Readonly<Record<SignInStep, Row>> = {
  identify: {
    ...leaving,
    'field-missing': ['identify'],
    'username-entered': ['password'],
    'provider-chosen': ['linked-login'],
    'login-refused': ['identify'],
    'passkey-refused': ['identify'],
    'proof-accepted': ['finished'],
    'proof-expired': ['identify'],
  },
  password: {
    ...leaving,
    'field-missing': ['password'],
    'password-right': ['method'],
    'password-wrong': ['password'],
    locked: ['locked'],
    'limit-met': ['throttled'],
  },
  'linked-login': {
    'started-over': ['identify'],
    'login-confirmed': ['method'],
    'login-refused': ['identify'],
    'limit-met': ['throttled'],
  },
  method: { ...choosing, 'proof-accepted': ['finished'], 'proof-expired': ['method'] },
  code: {
    ...choosing,
    'field-missing': ['code'],
    'code-refused': ['code'],
    'proof-accepted': ['finished', 'new-password'],
    'proof-expired': ['code'],
  },
  passkey: {
    ...choosing,
    'passkey-refused': ['passkey'],
    'proof-accepted': ['finished', 'new-password'],
    'proof-expired': ['passkey'],
  },
  'forgot-password': {
    ...leaving,
    'field-missing': ['forgot-password'],
    'reset-requested': ['temporary-password'],
    'limit-met': ['throttled'],
  },
  'forgot-username': {
    ...leaving,
    'field-missing': ['forgot-username'],
    'username-sent': ['identify'],
    'limit-met': ['throttled'],
  },
  'temporary-password': {
    ...leaving,
    'field-missing': ['temporary-password'],
    'password-right': ['method'],
    'password-wrong': ['temporary-password'],
    locked: ['locked'],
    'limit-met': ['throttled'],
  },
  'new-password': {
    'new-password-refused': ['new-password'],
    'temporary-password-expired': ['identify'],
    'password-replaced': ['identify'],
  },
  locked: leaving,
  'no-factor': leaving,
  throttled: { ...leaving, ...choosing, 'code-not-sent': ['throttled'], 'username-entered': ['password'] },
  finished: {},
};

describe('every event at every state', () => {
  test('leads where the table says, or is refused', () => {
    const listed = Object.entries(expected).flatMap(([from, row]) =>
      Object.entries(row).flatMap(([event, reached]) => reached.map((to) => ({ from, event, to }))),
    );
    const asText = ({ event, from, to }: (typeof listed)[number]): string => `${from} + ${event} = ${to}`;
    expect(sampleTransitions().map(asText).toSorted()).toEqual(listed.map(asText).toSorted());
  });

  test('is expected by some state', () => {
    const kinds = new Set(Object.values(expected).flatMap((row) => Object.keys(row)));
    expect(sampleEvents.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  });

  test('leaves the assurance as it is, and drops messages about the step before', () => {
    for (const state of sampleStates())
      for (const event of sampleEvents) {
        const change = nextState(state, event);
        const next = change.kind === 'changed' ? change.state : undefined;
        const error = next !== undefined && 'error' in next ? next.error : undefined;
        expect([event.kind, next?.assurance ?? state.assurance]).toEqual([event.kind, state.assurance]);
        expect([event.kind, undefined, faultOf(event)]).toContain(error);
      }
  });
});

/** The only message that an event leaves on a page. */
function faultOf(event: SignInEvent): string | undefined {
  if (event.kind === 'code-refused' || event.kind === 'login-refused') return event.error;
  const errors: Partial<Record<SignInEventKind, string>> = {
    'field-missing': 'required',
    'password-wrong': 'wrong',
    'passkey-refused': 'passkey-failed',
    'proof-expired': 'code-over',
    'temporary-password-expired': 'code-over',
  };
  return errors[event.kind];
}

describe('a password', () => {
  const page: SignInState = { assurance: 'sca', codesSent: 0, step: 'password', ...sampleUser };

  test('shows the number of attempts left only when few are left', () => {
    expect(settle(page, { kind: 'password-wrong', attemptsLeft: 4 })).not.toMatchObject({ attemptsLeft: 4 });
    expect(settle(page, { kind: 'password-wrong', attemptsLeft: 3 })).toMatchObject({ attemptsLeft: 3 });
  });

  test('of another user, or a temporary one, is refused', () => {
    const password = { kind: 'password', hash: 'h' } as const;
    const temporary = { kind: 'temporary', hash: 'h', channel: 'sms' } as const;
    for (const event of [
      { kind: 'password-right', ...otherUser, first: password },
      { kind: 'password-right', ...sampleUser, userId: otherUser.userId, first: password },
      { kind: 'password-right', ...sampleUser, first: temporary },
    ] as const)
      expect(nextState(page, event)).toEqual({ kind: 'refused' });
  });
});

test('a page accepts only the factor that it asks for', () => {
  const accepted = (state: SignInState): readonly string[] =>
    sampleEvents.flatMap((event) =>
      event.kind === 'proof-accepted' && nextState(state, event).kind === 'changed' ? [event.proof] : [],
    );
  for (const state of sampleStates()) expect([state, accepted(state)]).toEqual([state, factorsOf(state)]);
});

/** The samples have proofs of two users: without a username a passkey of each is accepted. */
function factorsOf(state: SignInState): readonly string[] {
  if (state.step === 'identify') return ['passkey', 'passkey'];
  if (state.step === 'passkey') return ['passkey'];
  if (state.step === 'code') return [state.factor === 'sms' ? 'sms' : 'token'];
  return state.step === 'method' ? sufficientFirsts(state) : [];
}

/** The first factor alone, or with the code of a device. */
function sufficientFirsts({ assurance, deviceCode, first }: SignInState<'method'>): readonly string[] {
  const isAlone = assurance === '1fa' && (first.kind === 'password' || first.kind === 'linked-login');
  const isWithDevice = first.kind === 'password' && deviceCode !== undefined;
  return [...(isAlone ? [first.kind] : []), ...(isWithDevice ? ['device-code'] : [])];
}

describe('a limit', () => {
  const limit = { limit: 'connection', reason: 'test' } as const;

  test('resumes with the password of the username of the form, or from the start', () => {
    const page: SignInState = { assurance: 'sca', codesSent: 0, step: 'temporary-password' };
    expect(settle(page, { kind: 'limit-met', limit })).toMatchObject({ resume: 'start' });
    const named = settle(page, { kind: 'limit-met', limit, ...sampleUser });
    expect(named).toMatchObject({ resume: 'password', ...sampleUser });
    expect(settle(named, { kind: 'username-entered', ...sampleUser })).toMatchObject({ step: 'password' });
  });

  test('of codes leaves a code that was sent before usable, also after another factor was shown', () => {
    const first = { kind: 'password', hash: 'h' } as const;
    let state: SignInState = { assurance: 'sca', codesSent: 0, step: 'method', ...sampleUser, first };
    expect(settle(state, { kind: 'code-not-sent', limit })).toMatchObject({ step: 'throttled' });
    for (const event of [
      { kind: 'code-sent', verificationId: 'v' },
      { kind: 'token-requested' },
      { kind: 'passkey-requested', challenge: 'c', options: '{}' },
      { kind: 'code-not-sent', limit },
    ] as const)
      state = settle(state, event);
    expect(state).toMatchObject({ step: 'code', factor: 'sms', verificationId: 'v', codesSent: 1, limit });
  });
});

const anyState = fc.constantFrom(...sampleStates());
const anyEvent = fc.constantFrom(...sampleEvents);
const anyStart: fc.Arbitrary<SignInStart> = fc.constantFrom(
  { kind: 'usual', challenge: 'c', options: '{}' },
  { kind: 'reset' },
  { kind: 'device-code', ...sampleUser, deviceCode: sampleCode },
  { kind: 'step-up', ...sampleUser },
);
const anyAssurance = fc.constantFrom<'1fa' | 'sca'>('1fa', 'sca');

/** Choices among the events that a state does not refuse, so that sequences get far. */
const anyChoices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });

/** One event of this many may leave the page. */
const leavesEvery = 5;

/** Applies accepted events only, and reports each. */
function walk(
  start: SignInState,
  choices: readonly number[],
  visit: (event: SignInEvent, reached: SignInState) => void,
): SignInState {
  let state = start;
  for (const choice of choices) {
    const accepted = sampleEvents.filter((event) => nextState(state, event).kind === 'changed');
    const onwards = accepted.filter(({ kind }) => !Object.hasOwn(leaving, kind));
    const among = onwards.length === 0 || choice % leavesEvery === 0 ? accepted : onwards;
    const event = among[Math.floor(choice / leavesEvery) % among.length];
    if (event === undefined) return state;
    state = settle(state, event);
    visit(event, state);
  }
  return state;
}

describe('in any order of events', () => {
  test('an event that is processed twice leads to the same state as once', () => {
    fc.assert(
      fc.property(anyState, anyEvent, (state, event) => {
        const once = settle(state, event);
        expect(settle(once, event)).toEqual(once);
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(anyStart, anyAssurance, anyChoices, (start, assurance, choices) => {
        walk(startOf(assurance, start), choices, (event, reached) => {
          expect(settle(reached, event)).toEqual(reached);
        });
      }),
    );
  });

  test('no event leaves a finished sign-in', () => {
    for (const state of sampleStates().filter(({ step }) => step === 'finished'))
      for (const event of sampleEvents) expect(nextState(state, event)).toEqual({ kind: 'refused' });
  });

  /** After these events no factor counts as verified any more. */
  const forgetting: readonly SignInEventKind[] = [
    ...(['started-over', 'password-forgotten', 'username-forgotten', 'username-entered'] as const),
    ...(['reset-requested', 'username-sent', 'locked', 'limit-met', 'factor-missing'] as const),
    ...(['temporary-password-expired', 'password-replaced', 'login-refused'] as const),
  ];

  /** The first factor as verified so far, by the events alone. */
  interface First {
    readonly kind: string;
    readonly userId: string;
  }

  function firstAfter(first: First | undefined, event: SignInEvent): First | undefined {
    if (event.kind === 'password-right' || event.kind === 'login-confirmed')
      return { kind: event.first.kind, userId: event.userId };
    return forgetting.includes(event.kind) ? undefined : first;
  }

  /** The user of the code that was verified before the sign-in, while it counts, by the events alone. */
  function codeAfter(code: string | undefined, event: SignInEvent): string | undefined {
    if (event.kind === 'username-entered') return event.userId === code ? code : undefined;
    const isKept = ['field-missing', 'password-wrong', 'password-right', 'limit-met'].includes(event.kind);
    return isKept || event.kind === 'proof-accepted' ? code : undefined;
  }

  /** Describes an event that ends the verification: what was verified, where it led, and whose it was. */
  function endingOf(first: First | undefined, event: SignInEvent, reached: SignInState): readonly string[] {
    const isEnd = reached.step === 'finished' || reached.step === 'new-password';
    if (!isEnd || event.kind === 'new-password-refused') return [];
    if (event.kind !== 'proof-accepted') return [`${event.kind}: ${reached.step}`];
    const level = reached.step === 'finished' ? reached.finished.assurance : 'recovery';
    const users = new Set([
      event.userId,
      namedIn(reached).userId,
      ...(first === undefined ? [] : [first.userId]),
    ]);
    return [
      `${first?.kind ?? 'nothing'} and ${event.proof}: ${level}${' of another user'.repeat(users.size - 1)}`,
    ];
  }

  const strong = ['passkey', 'sms', 'token'].flatMap((factor) => [
    `password and ${factor}: sca`,
    `session and ${factor}: sca`,
    `linked-login and ${factor}: sca`,
    `temporary and ${factor}: recovery`,
  ]);

  test.each([
    ['sca', ['nothing and passkey: sca', 'password and device-code: sca', ...strong]],
    [
      '1fa',
      [
        'nothing and passkey: sca',
        'password and password: 1fa',
        'linked-login and linked-login: 1fa',
        'password and device-code: sca',
        ...strong,
      ],
    ],
  ] as const)(
    'a sign-in that requires %s ends only after these factors of one user: %j',
    (assurance, ways) => {
      const endings = new Set<string>();
      fc.assert(
        fc.property(anyStart, anyChoices, (start, choices) => {
          let first: First | undefined =
            start.kind === 'step-up' ? { kind: 'session', userId: start.userId } : undefined;
          let code = start.kind === 'device-code' ? start.userId : undefined;
          walk(startOf(assurance, start), choices, (event, reached) => {
            first = firstAfter(first, event);
            code = codeAfter(code, event);
            const isCode = event.kind === 'proof-accepted' && event.proof === 'device-code';
            if (isCode && code !== event.userId) endings.add('a code that does not count');
            for (const ending of endingOf(first, event, reached)) endings.add(ending);
          });
        }),
        { numRuns: 15_000 },
      );
      expect(endings).toEqual(new Set(ways));
    },
  );

  test('codes are counted once each', () => {
    fc.assert(
      fc.property(anyStart, anyAssurance, anyChoices, (start, assurance, choices) => {
        let last = '';
        let sent = 0;
        const state = walk(startOf(assurance, start), choices, (event, reached) => {
          if (event.kind === 'code-sent') {
            if (event.verificationId !== last) sent += 1;
            last = event.verificationId;
          } else if (!('verificationId' in reached)) last = '';
        });
        expect(state.codesSent).toBe(sent);
      }),
    );
  });
});

test.each([
  ['sms', ['pwd', 'sms']],
  ['totp', ['pwd', 'otp']],
] as const)('a code by %s after a password is reported as %j', (factor, methods) => {
  const first = { kind: 'password', hash: 'h' } as const;
  const page = { assurance: '1fa', codesSent: 1, step: 'code', ...sampleUser, first } as const;
  const state: SignInState =
    factor === 'sms' ? { ...page, factor, verificationId: 'v' } : { ...page, factor };
  const ended = { at: '2026-11-16T10:00:00Z', browserName: 'Firefox', network: '192.0.2.0' };
  const proof = factor === 'sms' ? 'sms' : 'token';
  expect(settle(state, { kind: 'proof-accepted', proof, userId: sampleUser.userId, ...ended })).toEqual({
    assurance: '1fa',
    codesSent: 1,
    step: 'finished',
    username: sampleUser.username,
    finished: { userId: sampleUser.userId, assurance: 'sca', methods, ...ended },
  });
});

describe('the code of a device that was verified before', () => {
  const start = startOf('sca', { kind: 'device-code', ...sampleUser, deviceCode: sampleCode });
  const right: SignInEvent = {
    kind: 'password-right',
    ...sampleUser,
    first: { kind: 'password', hash: 'h' },
  };
  const limit = { limit: 'connection', reason: 'test' } as const;

  test.each(['hwk', 'swk'] as const)('completes the password of its user, and is reported: %s', (keyKind) => {
    const deviceCode = { ...sampleCode, keyKind };
    const ended = { at: '2026-11-16T10:00:00Z', browserName: 'Firefox', network: '192.0.2.0' };
    const proof = { kind: 'proof-accepted', proof: 'device-code', userId: sampleUser.userId } as const;
    for (const assurance of ['1fa', 'sca'] as const) {
      const begun = startOf(assurance, { kind: 'device-code', ...sampleUser, deviceCode });
      expect(begun).toMatchObject({ step: 'password', ...sampleUser });
      expect(nextState(begun, { ...proof, ...ended })).toEqual({ kind: 'refused' });
      expect(settle(settle(begun, right), { ...proof, ...ended })).toMatchObject({
        step: 'finished',
        finished: { userId: sampleUser.userId, assurance: 'sca', methods: ['pwd', 'otp', keyKind] },
      });
    }
  });

  test('stays with a wrong or missing password and a limit, as long as the username has the same user', () => {
    const limited = settle(start, { kind: 'limit-met', limit });
    for (const state of [
      settle(start, { kind: 'password-wrong', attemptsLeft: 2 }),
      settle(start, { kind: 'field-missing' }),
      settle(limited, { kind: 'username-entered', ...sampleUser }),
      settle(start, right),
    ])
      expect(state).toMatchObject({ deviceCode: sampleCode });
    const renamed = settle(limited, { kind: 'username-entered', ...sampleUser, userId: otherUser.userId });
    expect(renamed).toMatchObject({ step: 'password', deviceCode: undefined });
  });

  test('is lost for good with another username, a recovery, a lockout, another factor and a refusal', () => {
    const chosen = settle(start, right);
    const lost = [
      settle(start, { kind: 'started-over', challenge: 'c', options: '{}' }),
      settle(start, { kind: 'password-forgotten' }),
      settle(start, { kind: 'username-forgotten' }),
      settle(start, { kind: 'locked', until: '2026-11-16T10:00:00Z' }),
      settle(chosen, { kind: 'factors-offered' }),
      settle(chosen, { kind: 'token-requested' }),
      settle(chosen, { kind: 'proof-expired' }),
    ];
    for (const state of lost) expect(JSON.stringify(state)).not.toContain(sampleCode.pairingId);
  });
});

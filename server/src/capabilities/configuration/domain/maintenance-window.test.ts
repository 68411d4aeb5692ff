import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  approve,
  cancel,
  dueStep,
  end,
  isClosedBy,
  isPlannable,
  isWindowId,
  type MaintenanceWindow,
  type Step,
  start,
  type WindowId,
  type WindowState,
  windowStates,
} from './maintenance-window.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const hour = (count: number): Temporal.Instant => now.add({ minutes: Math.round(60 * count) });

function idOf(text: string): WindowId {
  if (!isWindowId(text)) throw new Error('not an id');
  return text;
}
const id = idOf('018f3f3e-0000-7000-8000-000000000000');

function windowIn(state: WindowState, changed: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  const isApproved = state !== 'planned' && state !== 'cancelled';
  return {
    id,
    bankId: '01',
    state,
    startsAt: hour(-1),
    endsAt: hour(1),
    messages: { en: 'Back soon.' },
    plannedBy: 'e-1',
    approvedBy: isApproved ? 'e-2' : undefined,
    startedAt: state === 'started' || state === 'ended' ? hour(-1) : undefined,
    endedAt: state === 'ended' ? now : undefined,
    version: 7n,
    ...changed,
  };
}

const transitions: Readonly<Record<string, (window: MaintenanceWindow) => Step>> = {
  'approve by another': (window) => approve(window, 'e-2'),
  'approve by the planner': (window) => approve(window, 'e-1'),
  start: (window) => start(window, now),
  end: (window) => end(window, now),
  cancel: (window) => cancel(window, now),
};

/** From each state (rows) by each transition (columns), before the window's time has come. */
const table: Readonly<Record<WindowState, Readonly<Record<keyof typeof transitions, string>>>> = {
  planned: {
    'approve by another': 'approved',
    'approve by the planner': 'own-approval',
    start: 'wrong-state',
    end: 'wrong-state',
    cancel: 'cancelled',
  },
  approved: {
    'approve by another': 'wrong-state',
    'approve by the planner': 'wrong-state',
    start: 'started',
    end: 'wrong-state',
    cancel: 'cancelled',
  },
  started: {
    'approve by another': 'wrong-state',
    'approve by the planner': 'wrong-state',
    start: 'wrong-state',
    end: 'ended',
    cancel: 'wrong-state',
  },
  ended: {
    'approve by another': 'wrong-state',
    'approve by the planner': 'wrong-state',
    start: 'wrong-state',
    end: 'wrong-state',
    cancel: 'wrong-state',
  },
  cancelled: {
    'approve by another': 'wrong-state',
    'approve by the planner': 'wrong-state',
    start: 'wrong-state',
    end: 'wrong-state',
    cancel: 'wrong-state',
  },
};

const outcomeOf = (step: Step): string => (step.kind === 'moved' ? step.window.state : step.kind);

describe.each(windowStates)('a window that is %s', (state) => {
  test.each(Object.entries(transitions))('answers to: %s', (name, move) => {
    expect(outcomeOf(move(windowIn(state, { startsAt: hour(0.5) })))).toBe(table[state][name]);
  });
});

describe('an approved window whose time has come', () => {
  const begun = windowIn('approved', { startsAt: hour(-0.5) });

  test('is ended as one that began at its time, though nobody wrote the beginning down', () => {
    expect(end(begun, now)).toEqual({
      kind: 'moved',
      window: { ...begun, state: 'ended', startedAt: hour(-0.5), endedAt: now, version: 8n },
    });
  });

  test('cannot be called off any more', () => {
    expect(cancel(begun, now)).toEqual({ kind: 'wrong-state' });
    expect(outcomeOf(cancel(windowIn('approved', { startsAt: now }), now))).toBe('wrong-state');
  });
});

describe('a step', () => {
  test('changes what it is about, counts the version up, and nothing else', () => {
    expect(approve(windowIn('planned'), 'e-9')).toEqual({
      kind: 'moved',
      window: windowIn('planned', { state: 'approved', approvedBy: 'e-9', version: 8n }),
    });
    expect(start(windowIn('approved'), now)).toEqual({
      kind: 'moved',
      window: windowIn('approved', { state: 'started', startedAt: now, version: 8n }),
    });
    expect(end(windowIn('started'), now)).toEqual({
      kind: 'moved',
      window: windowIn('started', { state: 'ended', endedAt: now, version: 8n }),
    });
    expect(cancel(windowIn('approved', { startsAt: hour(1) }), now)).toEqual({
      kind: 'moved',
      window: windowIn('approved', { startsAt: hour(1), state: 'cancelled', version: 8n }),
    });
  });

  test('leaves the window it was given as it was', () => {
    for (const state of windowStates) {
      const window = windowIn(state);
      const before = JSON.stringify({ ...window, version: String(window.version) });
      for (const move of Object.values(transitions)) move(window);
      expect(JSON.stringify({ ...window, version: String(window.version) })).toBe(before);
    }
  });
});

describe('a plan', () => {
  test.each([
    ['without an end', -1, undefined, true],
    ['in the future', 1, 2, true],
    ['that began and is not over', -1, 1, true],
    ['that is over', -2, -1, false],
    ['that ends now', -1, 0, false],
    ['that ends when it starts', 1, 1, false],
    ['that ends before it starts', 2, 1, false],
  ])('%s can be made: %s, %s → %s', (_what, startsIn, endsIn, isFine) => {
    expect(isPlannable(hour(startsIn), endsIn === undefined ? undefined : hour(endsIn), now)).toBe(isFine);
  });
});

const times = fc.record({
  startsIn: fc.integer({ min: -5, max: 5 }),
  endsIn: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
});
const anyWindow = fc
  .tuple(fc.constantFrom(...windowStates), times)
  .map(([state, { startsIn, endsIn }]) =>
    windowIn(state, { startsAt: hour(startsIn), endsAt: endsIn === undefined ? undefined : hour(endsIn) }),
  );

/** The window after the clock has written down everything it decided. */
function settled(window: MaintenanceWindow): MaintenanceWindow {
  const due = dueStep(window, now);
  if (due === undefined) return window;
  const step = due === 'start' ? start(window, now) : end(window, now);
  if (step.kind !== 'moved') throw new Error('the clock asked for an impossible step');
  return settled(step.window);
}

describe('the clock', () => {
  test('never asks for a step the window does not allow, and comes to an end', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(dueStep(settled(window), now)).toBeUndefined();
      }),
    );
  });

  test('closes the bank exactly when, all written down, a window is started', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(isClosedBy(window, now)).toBe(settled(window).state === 'started');
      }),
      { numRuns: 1_000 },
    );
  });

  test('writing late changes nothing about whether the bank is closed', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(isClosedBy(settled(window), now)).toBe(isClosedBy(window, now));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    [-1, false],
    [0, true],
    [1, true],
    [59, true],
    [60, false],
    [61, false],
  ])(
    'closes an approved window from its first second to before its last: second %s → %s',
    (second, isClosed) => {
      const window = windowIn('approved', { startsAt: now, endsAt: now.add({ seconds: 60 }) });
      expect(isClosedBy(window, now.add({ seconds: second }))).toBe(isClosed);
    },
  );

  test('keeps a started window without end closed for ever', () => {
    const window = windowIn('started', { endsAt: undefined });
    expect(isClosedBy(window, hour(100_000))).toBe(true);
    expect(dueStep(window, hour(100_000))).toBeUndefined();
  });

  test('closes for nothing that was not approved by two', () => {
    for (const state of ['planned', 'ended', 'cancelled'] as const) {
      expect(isClosedBy(windowIn(state), now)).toBe(false);
      expect(dueStep(windowIn(state), now)).toBeUndefined();
    }
  });
});

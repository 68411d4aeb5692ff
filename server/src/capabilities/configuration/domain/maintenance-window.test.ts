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
  'approve by the planner': (window) => approve(window, 'E-1'),
  start: (window) => start(window, now),
  end: (window) => end(window, now),
  cancel: (window) => cancel(window, now),
};

/** Outcome by state (rows) and transition (columns), before the window's start time. */
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

const outcomeOf = (step: Step): string => (step.kind === 'changed' ? step.window.state : step.kind);

describe.each(windowStates)('a window in state %s', (state) => {
  test.each(Object.entries(transitions))('allows or rejects: %s', (name, move) => {
    expect(outcomeOf(move(windowIn(state, { startsAt: hour(0.5) })))).toBe(table[state][name]);
  });
});

describe('an approved window after its start time', () => {
  const begun = windowIn('approved', { startsAt: hour(-0.5) });

  test('is ended with its planned start time, even if no start was recorded', () => {
    expect(end(begun, now)).toEqual({
      kind: 'changed',
      window: { ...begun, state: 'ended', startedAt: hour(-0.5), endedAt: now, version: 8n },
    });
  });

  test('cannot be cancelled any more', () => {
    expect(cancel(begun, now)).toEqual({ kind: 'wrong-state' });
    expect(outcomeOf(cancel(windowIn('approved', { startsAt: now }), now))).toBe('wrong-state');
  });
});

describe('a transition', () => {
  test('changes its own members, increments the version, and changes nothing else', () => {
    expect(approve(windowIn('planned'), 'e-9')).toEqual({
      kind: 'changed',
      window: windowIn('planned', { state: 'approved', approvedBy: 'e-9', version: 8n }),
    });
    expect(start(windowIn('approved'), now)).toEqual({
      kind: 'changed',
      window: windowIn('approved', { state: 'started', startedAt: now, version: 8n }),
    });
    expect(end(windowIn('started'), now)).toEqual({
      kind: 'changed',
      window: windowIn('started', { state: 'ended', endedAt: now, version: 8n }),
    });
    expect(cancel(windowIn('approved', { startsAt: hour(1) }), now)).toEqual({
      kind: 'changed',
      window: windowIn('approved', { startsAt: hour(1), state: 'cancelled', version: 8n }),
    });
  });

  test('does not modify the window passed to it', () => {
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
    ['that started and is not over', -1, 1, true],
    ['that is over', -2, -1, false],
    ['that ends now', -1, 0, false],
    ['that ends when it starts', 1, 1, false],
    ['that ends before it starts', 2, 1, false],
  ])('%s is valid or not: %s, %s → %s', (_what, startsIn, endsIn, isFine) => {
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

/** Returns the window after all due transitions are recorded. */
function withDueSteps(window: MaintenanceWindow): MaintenanceWindow {
  const due = dueStep(window, now);
  if (due === undefined) return window;
  const step = due === 'start' ? start(window, now) : end(window, now);
  if (step.kind !== 'changed') throw new Error('the due step is not allowed');
  return withDueSteps(step.window);
}

describe('the due step', () => {
  test('is always allowed for the window, and eventually there is none', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(dueStep(withDueSteps(window), now)).toBeUndefined();
      }),
    );
  });

  test('closes the bank exactly when, with all transitions recorded, a window is started', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(isClosedBy(window, now)).toBe(withDueSteps(window).state === 'started');
      }),
      { numRuns: 1_000 },
    );
  });

  test('does not affect whether the bank is closed when it is recorded late', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(isClosedBy(withDueSteps(window), now)).toBe(isClosedBy(window, now));
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

  test('never closes a bank for a window without two approvers', () => {
    for (const state of ['planned', 'ended', 'cancelled'] as const) {
      expect(isClosedBy(windowIn(state), now)).toBe(false);
      expect(dueStep(windowIn(state), now)).toBeUndefined();
    }
  });
});

import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { changeDevice, type DeviceChange, type DeviceState, stateAt } from './device.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const states = {
  waiting: { status: 'awaiting-confirmation', confirmUntil: now.add({ minutes: 1 }) },
  late: { status: 'awaiting-confirmation', confirmUntil: now },
  active: { status: 'active' },
  'blocked by staff': { status: 'blocked', blocks: ['agent'] },
  'blocked by both': { status: 'blocked', blocks: ['agent', 'restriction'] },
  unpaired: { status: 'unpaired', reason: 'lost', unpairedAt: now.subtract({ hours: 1 }) },
} as const satisfies Readonly<Record<string, DeviceState>>;
const changes = {
  confirm: { kind: 'confirm' },
  'block by staff': { kind: 'block', by: 'agent' },
  'block by restriction': { kind: 'block', by: 'restriction' },
  'unblock by staff': { kind: 'unblock', by: 'agent' },
  'unblock by restriction': { kind: 'unblock', by: 'restriction' },
  unpair: { kind: 'unpair', reason: 'stolen' },
} as const satisfies Readonly<Record<string, DeviceChange>>;

const shown = (state: DeviceState | undefined): string => {
  if (state === undefined) return 'unchanged';
  return state.status === 'blocked' ? `blocked ${state.blocks.join('+')}` : state.status;
};

/** One row per state, one column per change in the order above. */
const expected: Readonly<Record<keyof typeof states, readonly string[]>> = {
  waiting: ['active', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'unpaired'],
  late: ['unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged'],
  active: ['unchanged', 'blocked agent', 'blocked restriction', 'unchanged', 'unchanged', 'unpaired'],
  'blocked by staff': [
    'unchanged',
    'unchanged',
    'blocked agent+restriction',
    'active',
    'unchanged',
    'unpaired',
  ],
  'blocked by both': [
    'unchanged',
    'unchanged',
    'unchanged',
    'blocked restriction',
    'blocked agent',
    'unpaired',
  ],
  unpaired: ['unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged'],
};

describe('a device', () => {
  test.each(Object.entries(states))('that is %s changes as the machine says', (name, state) => {
    const after = Object.values(changes).map((change) => shown(changeDevice(state, change, now)));
    expect([name, after]).toEqual([name, Reflect.get(expected, name)]);
  });

  test('keeps its state after the same change twice', () => {
    for (const state of Object.values(states))
      for (const change of Object.values(changes)) {
        const once = changeDevice(state, change, now) ?? state;
        expect(changeDevice(once, change, now) ?? once).toEqual(once);
      }
  });

  test('that was not confirmed in time is unpaired from that time on', () => {
    expect(stateAt(states.late, now)).toEqual({
      status: 'unpaired',
      reason: 'not-confirmed',
      unpairedAt: now,
    });
    expect(stateAt(states.waiting, now)).toBe(states.waiting);
  });
});

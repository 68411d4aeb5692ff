import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.empty('configuration.maintenance_window'));

const good = {
  bank_id: '01',
  window_id: '018f3f3e-0000-7000-8000-000000000001',
  state: 'planned',
  starts_at: '2026-11-15T10:00:00Z',
  ends_at: null,
  messages: '{"en":"x"}',
  planned_by: 'e-1',
  approved_by: null,
  started_at: null,
  ended_at: null,
  row_version: 1,
};
type Row = Partial<Record<keyof typeof good, string | number | null>>;

/** Returns the name of the violated constraint; undefined when the row was stored. */
async function refusedBy(changed: Row): Promise<unknown> {
  const row = { ...good, ...changed };
  const names = Object.keys(row);
  try {
    await database.query(
      `insert into configuration.maintenance_window (${names.join(', ')}, created_at, modified_at)
       values (${names.map((_, index) => `$${index + 1}`).join(', ')}, now(), now())`,
      Object.values(row),
    );
    return undefined;
  } catch (error) {
    return Reflect.get(Object(error), 'constraint');
  }
}

const at = '2026-11-15T10:00:00Z';
const approved = { approved_by: 'e-2' };
const started = { ...approved, started_at: at };

describe('the database', () => {
  test.each<[string, Row]>([
    ['planned', {}],
    ['approved', { ...approved, state: 'approved' }],
    ['started', { ...started, state: 'started' }],
    ['ended', { ...started, state: 'ended', ended_at: at }],
    ['cancelled before approval', { state: 'cancelled' }],
    ['cancelled after approval', { ...approved, state: 'cancelled' }],
  ])('stores a window that is %s', async (_what, row) => {
    expect(await refusedBy(row)).toBeUndefined();
  });

  test.each<[string, Row, string]>([
    ['an unknown state', { ...approved, state: 'open' }, 'maintenance_window_state'],
    ['an unknown bank', { bank_id: '99' }, 'maintenance_window_bank'],
    ['an end before the start', { ends_at: '2026-11-15T09:00:00Z' }, 'maintenance_window_order'],
    ['an end at the start', { ends_at: at }, 'maintenance_window_order'],
    ['the planner as approver', { state: 'approved', approved_by: 'e-1' }, 'maintenance_window_four_eyes'],
    ['the planner as approver of a plan', { approved_by: 'e-1' }, 'maintenance_window_four_eyes'],
    ['no approver though approved', { state: 'approved' }, 'maintenance_window_approved'],
    ['no approver though started', { state: 'started', started_at: at }, 'maintenance_window_approved'],
    [
      'no approver though ended',
      { state: 'ended', started_at: at, ended_at: at },
      'maintenance_window_approved',
    ],
    ['no start though started', { ...approved, state: 'started' }, 'maintenance_window_started'],
    ['no end though ended', { ...started, state: 'ended' }, 'maintenance_window_ended'],
    ['an end though running', { ...started, state: 'started', ended_at: at }, 'maintenance_window_ended'],
  ])('rejects a window with %s', async (_what, row, constraint) => {
    expect(await refusedBy(row)).toBe(constraint);
  });

  test('allows one running window per bank, and any number of others', async () => {
    const running = { ...started, state: 'started' };
    const id = (number: number): string => `018f3f3e-0000-7000-8000-00000000000${number}`;
    expect(await refusedBy({ ...running, window_id: id(1) })).toBeUndefined();
    expect(await refusedBy({ ...running, window_id: id(2) })).toBe('maintenance_window_one_started');
    expect(await refusedBy({ ...running, window_id: id(2), bank_id: '02' })).toBeUndefined();
    expect(await refusedBy({ ...approved, state: 'approved', window_id: id(3) })).toBeUndefined();
    expect(await refusedBy({ ...started, state: 'ended', ended_at: at, window_id: id(4) })).toBeUndefined();
  });

  test('identifies windows by bank and id', async () => {
    expect(await refusedBy({})).toBeUndefined();
    expect(await refusedBy({})).toBe('maintenance_window_pkey');
    expect(await refusedBy({ bank_id: '02' })).toBeUndefined();
  });
});

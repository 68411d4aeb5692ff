import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
  staff,
  windowIdIn,
  windowsPath,
} from '../testing/maintenance-test-app.suite.ts';

let app: MaintenanceTestApp;
beforeAll(async () => {
  app = await createMaintenanceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clear());

const states = ['planned', 'approved', 'started', 'ended', 'cancelled'] as const;

describe('getMaintenanceWindow', () => {
  test('returns the window after its latest transition', async () => {
    const id = await app.windowIn('approved');
    const step = await app.step(id, 'start');
    const { body, status } = await app.call({
      method: 'GET',
      path: `${windowsPath}/${id}`,
      as: staff('e-1'),
    });
    expect({ body, status }).toEqual({ body: step.body, status: 200 });
  });
});

describe('listMaintenance', () => {
  const list = (query: string): Promise<TestResponse> =>
    app.call({ method: 'GET', path: `${windowsPath}${query}`, as: staff('e-1') });
  const statesIn = ({ body }: TestResponse): readonly string[] =>
    listAt(body, 'items')
      .map((item) => String(at(item, 'state')))
      .toSorted();

  test('returns all windows, the latest start first', async () => {
    const early = windowIdIn(await app.plan({ startsAt: '2026-11-16T10:00:00Z' }));
    const late = windowIdIn(await app.plan({ startsAt: '2026-12-16T10:00:00Z' }));
    expect((await list('')).body).toMatchObject({ items: [{ windowId: late }, { windowId: early }] });
  });

  test('returns only the requested states', async () => {
    // Each window ends before the next one starts.
    for (const state of states.toReversed()) await app.windowIn(state);
    expect(statesIn(await list('?states=ended,cancelled'))).toEqual(['cancelled', 'ended']);
    expect(statesIn(await list('?states=planned'))).toEqual(['planned']);
    expect(statesIn(await list('?states=planned&states=started'))).toEqual(['planned', 'started']);
    expect(statesIn(await list('')).length).toBe(5);
  });

  test('returns an empty list if there are none', async () => {
    expect((await list('')).body).toEqual({ items: [] });
  });

  test.each([
    '?states=',
    '?states=open',
    '?states=planned,',
    '?state=planned',
    '?limit=1',
    '?states=a,b,c,d,e,f',
  ])('with %s is rejected: an unknown filter is never ignored', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  test('returns at most a hundred', async () => {
    await app.database.query(`
      insert into configuration.maintenance_window
        (bank_id, window_id, state, starts_at, messages, planned_by, row_version, created_at, modified_at)
      select '01', gen_random_uuid(), 'planned', now() + n * interval '1 hour', '{"en":"x"}', 'e-1', 1, now(), now()
        from generate_series(1, 120) n`);
    expect(statesIn(await list(''))).toHaveLength(100);
  });
});

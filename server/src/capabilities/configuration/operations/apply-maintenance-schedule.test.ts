import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemIds } from '#platform/kernel/ids.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { Context } from '#platform/work/context.ts';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
  staff,
  windowsPath,
} from '../testing/maintenance-test-app.suite.ts';
import { applyMaintenanceSchedule } from './apply-maintenance-schedule.ts';

let testApp: MaintenanceTestApp;
beforeAll(async () => {
  testApp = await createMaintenanceTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(async () => {
  await testApp.clear();
  testApp.clock.set('2026-11-15T10:00:00Z');
});

function jobContext(bankId = '01'): Context {
  const { app } = testApp.database;
  return {
    database: app,
    db: app.forBank(bankId),
    bankId,
    clock: testApp.clock,
    ids: systemIds(testApp.clock),
    caller: { kind: 'system', job: 'apply-maintenance-schedule', bankId },
    log: testApp.services.log,
    origin: { operationId: 'apply-maintenance-schedule', requestId: '-', sourceAddress: undefined },
    idempotency: undefined,
  };
}

const keepAt = async (time: string, bankId = '01'): Promise<number> => {
  testApp.clock.set(`2026-11-15T${time}Z`);
  return applyMaintenanceSchedule(jobContext(bankId));
};
const stateOf = async (id: string, bank = '01'): Promise<unknown> => {
  const response = await testApp.call({
    method: 'GET',
    path: `${windowsPath}/${id}`,
    as: staff('e-1', bank),
  });
  return at(response.body, 'state');
};
const from11to12 = { startsAt: '2026-11-15T11:00:00Z', endsAt: '2026-11-15T12:00:00Z' };
const emittedEvents = async (): Promise<readonly unknown[]> =>
  listAt(
    await testApp.database.query(
      "select name, actor_kind, actor_id from platform.outbox_event where actor_kind = 'system' order by position",
    ),
  );

describe('the job', () => {
  test('starts and ends an approved window at its times, with one audit entry and one event each', async () => {
    const id = await testApp.windowIn('approved', from11to12);
    expect([await keepAt('10:59:59'), await stateOf(id)]).toEqual([0, 'approved']);
    expect([await keepAt('11:00:00'), await stateOf(id)]).toEqual([1, 'started']);
    expect([await keepAt('11:30:00'), await stateOf(id)]).toEqual([0, 'started']);
    expect([await keepAt('12:00:00'), await stateOf(id)]).toEqual([1, 'ended']);
    expect([await keepAt('13:00:00'), await stateOf(id)]).toEqual([0, 'ended']);
    const actor = { actor_kind: 'system', actor_id: 'apply-maintenance-schedule' };
    expect(await emittedEvents()).toEqual([
      { name: 'maintenance-started', ...actor },
      { name: 'maintenance-ended', ...actor },
    ]);
    const audited = await testApp.database.query<{ record: string }>(
      "select record from platform.audit_entry where operation = 'apply-maintenance-schedule' order by occurred_at",
    );
    expect(audited.map(({ record }) => at(JSON.parse(record), 'actor'))).toEqual([
      { kind: 'system', id: 'apply-maintenance-schedule' },
      { kind: 'system', id: 'apply-maintenance-schedule' },
    ]);
  });

  test('ignores windows that were never approved, were cancelled, or have no end', async () => {
    const planned = await testApp.windowIn('planned', from11to12);
    const cancelled = await testApp.windowIn('cancelled', from11to12);
    const endless = await testApp.windowIn('started', { startsAt: '2026-11-15T10:30:00Z' });
    expect(await keepAt('23:00:00')).toBe(0);
    expect([await stateOf(planned), await stateOf(cancelled), await stateOf(endless)]).toEqual([
      'planned',
      'cancelled',
      'started',
    ]);
  });

  test('starts other windows if one cannot be started; that one is retried later', async () => {
    const broken = await testApp.windowIn('approved', from11to12);
    const other = await testApp.windowIn('approved', { ...from11to12, endsAt: '2026-11-15T11:30:00Z' });
    await testApp.database.query(`
      create function public.refuse_start() returns trigger language plpgsql as $$
      begin raise exception 'cannot be written'; end $$`);
    await testApp.database.query(`
      create trigger refuse_start before update on configuration.maintenance_window for each row
        when (new.window_id = '${broken}') execute function public.refuse_start()`);
    try {
      expect(await keepAt('11:00:00')).toBe(1);
      expect([await stateOf(broken), await stateOf(other)]).toEqual(['approved', 'started']);
      expect(await testApp.database.query('select job, row_key from platform.set_aside_row')).toEqual([
        { job: 'apply-maintenance-schedule', row_key: broken },
      ]);
    } finally {
      await testApp.database.query('drop function public.refuse_start cascade');
    }
    await keepAt('11:30:00');
    await keepAt('11:31:00');
    expect(await stateOf(broken)).toBe('started');
    expect(await testApp.database.query('select from platform.set_aside_row')).toEqual([]);
  });

  test('ends a window that is over, even if the job is late', async () => {
    const id = await testApp.windowIn('approved', from11to12);
    await keepAt('18:00:00');
    await keepAt('18:01:00');
    expect(await stateOf(id)).toBe('ended');
  });

  test('ends one window and starts the next in the same minute', async () => {
    const first = await testApp.windowIn('approved', from11to12);
    const second = await testApp.windowIn('approved', {
      startsAt: '2026-11-15T12:00:00Z',
      endsAt: '2026-11-15T13:00:00Z',
    });
    await keepAt('11:00:00');
    expect(await keepAt('12:00:00')).toBe(2);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['ended', 'started']);
  });

  test('delays a window while another one is still running', async () => {
    const running = await testApp.windowIn('started', { startsAt: '2026-11-15T10:30:00Z' });
    const waiting = await testApp.windowIn('approved', from11to12);
    expect([await keepAt('11:00:00'), await stateOf(waiting)]).toEqual([0, 'approved']);
    await testApp.step(running, 'end');
    expect([await keepAt('11:01:00'), await stateOf(waiting)]).toEqual([1, 'started']);
  });

  test('changes windows of its own bank only', async () => {
    const other = await testApp.windowIn('approved', { ...from11to12, bankId: '02' });
    expect([await keepAt('11:00:00', '01'), await stateOf(other, '02')]).toEqual([0, 'approved']);
    expect([await keepAt('11:00:00', '02'), await stateOf(other, '02')]).toEqual([1, 'started']);
  });

  test('does each step once in twenty concurrent workers', async () => {
    await testApp.windowIn('approved', from11to12);
    testApp.clock.set('2026-11-15T11:00:00Z');
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => applyMaintenanceSchedule(jobContext())),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await emittedEvents()).toHaveLength(1);
  });

  test('and an employee at the same time do not interfere', async () => {
    const id = await testApp.windowIn('approved', from11to12);
    testApp.clock.set('2026-11-15T11:00:00Z');
    const [counted, response] = await Promise.all([
      applyMaintenanceSchedule(jobContext()),
      testApp.step(id, 'start'),
    ]);
    expect(counted + (response.status === 200 ? 1 : 0)).toBe(1);
    expect(await stateOf(id)).toBe('started');
  });

  test('defers a window that takes too long, and retries it', async () => {
    const id = await testApp.windowIn('approved', from11to12);
    testApp.clock.set('2026-11-15T11:00:00Z');
    await testApp.database.query(`
      create function public.take_too_long() returns trigger language plpgsql as $$
      begin raise exception 'too long' using errcode = '57014'; end $$`);
    await testApp.database.query(`
      create trigger take_too_long before insert on platform.audit_entry for each row
        execute function public.take_too_long()`);
    expect(await applyMaintenanceSchedule(jobContext())).toBe(0);
    await testApp.database.query('drop function public.take_too_long cascade');
    const setAside = 'select row_key, attempts from platform.set_aside_row';
    expect(await testApp.database.query(setAside)).toEqual([{ row_key: id, attempts: 1 }]);
    testApp.clock.set('2026-11-15T11:05:00Z');
    expect(await applyMaintenanceSchedule(jobContext())).toBe(1);
    expect(await testApp.database.query(setAside)).toEqual([]);
  });

  test('fails if the database is unreachable', async () => {
    await using separateApp = await createMaintenanceTestApp();
    await separateApp.database.app.close();
    const { app } = separateApp.database;
    const context = { ...jobContext(), database: app, db: app.forBank('01') };
    await expect(applyMaintenanceSchedule(context)).rejects.toThrow('no connection');
  });
});

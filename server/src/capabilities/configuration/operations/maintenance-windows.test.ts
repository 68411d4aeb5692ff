import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
  newKey,
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
const unknownId = '018f3f3e-0000-7000-8000-00000000ffff';

interface AuditRow {
  readonly operation: string;
  readonly aggregate_kind: string;
  readonly aggregate_id: string;
  readonly record: string;
}
const auditTrail = async (): Promise<readonly Record<string, unknown>[]> => {
  const rows = await app.database.query<AuditRow & Record<string, string>>(
    'select operation, aggregate_kind, aggregate_id, record from platform.audit_entry order by occurred_at, audit_id',
  );
  return rows.map(({ record, ...row }) => ({ ...row, record: JSON.parse(record) }));
};
const emittedEvents = async (): Promise<readonly unknown[]> =>
  app.database.query(
    `select name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data
       from platform.outbox_event order by position`,
  );
const nothingHappened = async (): Promise<boolean> =>
  (await auditTrail()).length === 0 && (await emittedEvents()).length === 0;

const literalOf = ({ body, status }: TestResponse): string => `${status} ${String(at(body, 'code'))}`;

describe('planning', () => {
  test('creates a window that waits for a second employee', async () => {
    const response = await app.plan({
      startsAt: '2026-11-15T22:00:00+01:00',
      endsAt: '2026-11-16T02:00:00.5Z',
      messages: { en: 'Back at two.', 'de-AT': 'Um zwei zurück.' },
    });
    const id = windowIdIn(response);
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`https://bank.test${windowsPath}/${id}`);
    expect(response.body).toEqual({
      windowId: id,
      bankId: '01',
      state: 'planned',
      startsAt: '2026-11-15T21:00:00.000Z',
      endsAt: '2026-11-16T02:00:00.500Z',
      messages: { en: 'Back at two.', 'de-AT': 'Um zwei zurück.' },
      plannedBy: 'e-1',
    });
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-3') });
    expect(read.body).toEqual(response.body);
  });

  test('is audited and emits its event in the same transaction', async () => {
    const id = windowIdIn(await app.plan({ startsAt: '2026-11-15T11:00:00Z' }));
    expect(await auditTrail()).toMatchObject([
      {
        operation: 'Configuration_PlanMaintenance',
        aggregate_kind: 'maintenance-window',
        aggregate_id: id,
        record: {
          actor: { kind: 'employee', id: 'e-1', clientId: 'console-1' },
          outcome: 'done',
          changes: [
            { field: 'state', after: 'planned' },
            { field: 'startsAt', after: '2026-11-15T11:00:00.000Z' },
            { field: 'endsAt', after: null },
          ],
        },
      },
    ]);
    expect(await emittedEvents()).toEqual([
      {
        name: 'maintenance-planned',
        version: 1,
        source: '/api/configuration',
        aggregate_kind: 'bank',
        aggregate_id: '01',
        actor_kind: 'employee',
        actor_id: 'e-1',
        data: JSON.stringify({ windowId: id }),
      },
    ]);
  });

  test.each([
    ['ends before it starts', '2026-11-15T12:00:00Z', '2026-11-15T11:00:00Z'],
    ['ends when it starts', '2026-11-15T12:00:00Z', '2026-11-15T12:00:00Z'],
    ['is over already', '2026-11-15T08:00:00Z', '2026-11-15T09:00:00Z'],
    ['ends now', '2026-11-15T08:00:00Z', '2026-11-15T10:00:00Z'],
    [
      'is shorter than the resolution of the database',
      '2026-11-15T12:00:00.0000001Z',
      '2026-11-15T12:00:00.0000002Z',
    ],
  ])('a window that %s is rejected as window-order', async (_what, startsAt, endsAt) => {
    expect(literalOf(await app.plan({ startsAt, endsAt }))).toBe('422 window-order');
    expect(await nothingHappened()).toBe(true);
  });

  test.each<[string, object, string]>([
    ['a start without offset', { startsAt: '2026-11-15T12:00:00' }, 'startsAt format'],
    ['a day that does not exist', { startsAt: '2026-02-30T12:00:00Z' }, 'startsAt format'],
    ['a number for a time', { startsAt: 1 }, 'startsAt type'],
    ['null for no end', { endsAt: null }, 'endsAt type'],
    ['no message', { messages: {} }, 'messages too-few'],
    ['an empty message', { messages: { en: '' } }, 'messages.en too-short'],
    ['a message that is too long', { messages: { en: 'x'.repeat(501) } }, 'messages.en too-long'],
    ['a message that is no text', { messages: { en: 1 } }, 'messages.en type'],
    ['an invalid language', { messages: { english: 'x' } }, 'messages.english unknown-field'],
    ['an unsupported language tag', { messages: { 'en-a': 'x' } }, 'messages.en-a unknown-field'],
    ['a state of its own', { state: 'approved' }, 'state unknown-field'],
    ['an approval of its own', { approvedBy: 'e-2' }, 'approvedBy unknown-field'],
    ['a bank of its own', { bank: '02' }, 'bank unknown-field'],
    ['the zero character', { messages: { en: 'x\u0000' } }, 'undefined malformed'],
  ])('with %s is rejected', async (_what, body, finding) => {
    const response = await app.plan(body);
    const [error] = listAt(response.body, 'errors');
    expect(response.status).toBe(400);
    expect(`${String(at(error, 'field'))} ${String(at(error, 'code'))}`).toBe(finding);
    expect(await nothingHappened()).toBe(true);
  });

  test('stores messages of any script, emoji and quotes unchanged, up to 500 characters', async () => {
    const messages = { ar: 'صيانة', el: '"Συντήρηση" \\ {x}', en: '🛠'.repeat(500), ja: "メン'テ\n" };
    const response = await app.plan({ messages });
    const path = `${windowsPath}/${windowIdIn(response)}`;
    const read = await app.call({ method: 'GET', path, as: staff('e-3') });
    expect(read.body).toMatchObject({ messages });
  });

  test('requires an idempotency key', async () => {
    const body = { startsAt: '2026-11-15T12:00:00Z', messages: { en: 'x' } };
    const response = await app.call({ method: 'POST', path: windowsPath, as: staff('e-1'), body });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key', code: 'required' }] },
    });
  });
});

describe('planning twice with one key', () => {
  const body = { startsAt: '2026-11-15T11:00:00Z', endsAt: '2026-11-15T12:00:00Z', messages: { en: 'x' } };
  const planWith = (key: string, sent: object, id = 'e-1'): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      path: windowsPath,
      as: staff(id),
      headers: { 'idempotency-key': key },
      body: sent,
    });

  test('creates one window and returns an identical response', async () => {
    const key = newKey();
    const first = await planWith(key, body);
    const again = await planWith(key, body);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers['location']).toBe(first.headers['location']);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await emittedEvents()).toHaveLength(1);
  });

  test('creates one window for twenty concurrent requests', async () => {
    const key = newKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => planWith(key, body)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await emittedEvents()).toHaveLength(1);
    expect(await auditTrail()).toHaveLength(1);
  });

  test('returns the first response even when the window is long over', async () => {
    const key = newKey();
    const first = await planWith(key, body);
    app.clock.advance({ hours: 5 });
    const again = await planWith(key, body);
    app.clock.advance({ hours: -5 });
    expect(again).toMatchObject({ status: 201, text: first.text });
  });

  test('is rejected for another window', async () => {
    const key = newKey();
    await planWith(key, body);
    const other = await planWith(key, { ...body, messages: { en: 'y' } });
    expect(literalOf(other)).toBe('422 idempotency-key-reused');
    expect(await emittedEvents()).toHaveLength(1);
  });

  test('creates two windows for two employees', async () => {
    const key = newKey();
    const [one, other] = await Promise.all([planWith(key, body, 'e-1'), planWith(key, body, 'e-2')]);
    expect(windowIdIn(one)).not.toBe(windowIdIn(other));
  });
});

const steps = ['approve', 'start', 'end', 'cancel'] as const;
const from: Readonly<Record<(typeof states)[number], Readonly<Record<(typeof steps)[number], string>>>> = {
  planned: { approve: 'approved', start: '', end: '', cancel: 'cancelled' },
  approved: { approve: '', start: 'started', end: '', cancel: 'cancelled' },
  started: { approve: '', start: '', end: 'ended', cancel: '' },
  ended: { approve: '', start: '', end: '', cancel: '' },
  cancelled: { approve: '', start: '', end: '', cancel: '' },
};
const eventOf = { approve: 'approved', start: 'started', end: 'ended', cancel: 'cancelled' } as const;
const operationOf = {
  approve: 'Configuration_ApproveMaintenance',
  start: 'Configuration_StartMaintenance',
  end: 'Configuration_EndMaintenance',
  cancel: 'Configuration_CancelMaintenance',
} as const;

describe.each(states)('a window in state %s', (state) => {
  test.each(steps)(
    'allows or rejects %s as the rules say, and audits and emits exactly what happened',
    async (step) => {
      const id = await app.windowIn(state);
      await app.database.empty('platform.audit_entry', 'platform.outbox_event');
      const response = await app.step(id, step, staff('e-3'));
      const reached = from[state][step];
      const isMoved = reached !== '';
      expect(isMoved ? at(response.body, 'state') : literalOf(response)).toBe(
        isMoved ? reached : '409 window-state',
      );
      const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-9') });
      expect(read.body).toMatchObject({ state: isMoved ? reached : state });
      expect(isMoved ? read.text : '').toBe(isMoved ? response.text : '');
      const record = { outcome: 'done', changes: [{ field: 'state', before: state, after: reached }] };
      const audited = { operation: operationOf[step], aggregate_id: id, record };
      expect(await auditTrail()).toMatchObject(isMoved ? [audited] : []);
      const emitted = { name: `maintenance-${eventOf[step]}`, aggregate_id: '01', actor_id: 'e-3' };
      expect(await emittedEvents()).toMatchObject(isMoved ? [emitted] : []);
    },
  );
});

describe('four-eyes approval', () => {
  test('rejects approval by the planner: own-approval', async () => {
    const id = await app.windowIn('planned');
    expect(literalOf(await app.step(id, 'approve', staff('e-1')))).toBe('403 own-approval');
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-1') });
    expect(read.body).toMatchObject({ state: 'planned' });
    expect(at(read.body, 'approvedBy')).toBeUndefined();
  });

  test('is required for every caller and at any time', async () => {
    const id = await app.windowIn('planned');
    for (const who of ['e-1', 'e-2']) {
      expect(literalOf(await app.step(id, 'start', staff(who)))).toBe('409 window-state');
    }
  });

  test('records the approver', async () => {
    const id = await app.windowIn('planned');
    expect((await app.step(id, 'approve', staff('e-7'))).body).toMatchObject({
      plannedBy: 'e-1',
      approvedBy: 'e-7',
    });
  });
});

describe('one running maintenance per bank', () => {
  test('rejects a second start: maintenance-running', async () => {
    await app.windowIn('started');
    const second = await app.windowIn('approved');
    expect(literalOf(await app.step(second, 'start'))).toBe('409 maintenance-running');
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${second}`, as: staff('e-1') });
    expect(read.body).toMatchObject({ state: 'approved' });
  });

  test('does not depend on windows of another bank', async () => {
    await app.windowIn('started');
    const other = await app.windowIn('approved', { bankId: '02' });
    expect((await app.step(other, 'start', staff('e-2', '02'))).body).toMatchObject({ state: 'started' });
  });

  test('allows the second window to start after the first has ended', async () => {
    const first = await app.windowIn('started');
    const second = await app.windowIn('approved');
    await app.step(first, 'end');
    expect((await app.step(second, 'start')).body).toMatchObject({ state: 'started' });
  });
});

describe('concurrent requests', () => {
  const outcomes = async (
    responses: readonly Promise<TestResponse>[],
  ): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    for (const response of await Promise.all(responses)) {
      const outcome = response.status === 200 ? '200' : literalOf(response);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  test.each([
    ['approve', 'planned', 'maintenance-approved'],
    ['start', 'approved', 'maintenance-started'],
    ['end', 'started', 'maintenance-ended'],
    ['cancel', 'approved', 'maintenance-cancelled'],
  ] as const)(
    'of twenty %s exactly one succeeds, is audited and emits an event',
    async (step, state, event) => {
      const id = await app.windowIn(state);
      await app.database.empty('platform.audit_entry', 'platform.outbox_event');
      const requests = Array.from({ length: 20 }, (_, index) => app.step(id, step, staff(`e-${index + 10}`)));
      expect(await outcomes(requests)).toEqual({ 200: 1, '409 window-state': 19 });
      expect(await auditTrail()).toHaveLength(1);
      expect(await emittedEvents()).toMatchObject([{ name: event }]);
    },
  );

  test('to start two windows: one succeeds, the other gets maintenance-running', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.clear();
      const ids = await Promise.all([app.windowIn('approved'), app.windowIn('approved')]);
      expect(await outcomes(ids.map((id) => app.step(id, 'start')))).toEqual({
        200: 1,
        '409 maintenance-running': 1,
      });
    }
  });

  test('to start and to cancel: one succeeds, the other is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.clear();
      const id = await app.windowIn('approved');
      const both = [app.step(id, 'start'), app.step(id, 'cancel')];
      expect(await outcomes(both)).toEqual({ 200: 1, '409 window-state': 1 });
    }
  });
});

describe('a window of another bank', () => {
  const withoutId = ({ status, text, headers }: TestResponse): object => {
    const { 'x-request-id': requestId, date: _date, ...rest } = headers;
    return { status, text: text.replaceAll(String(requestId), '-'), headers: rest };
  };

  test.each(['GET', ...steps])(
    'is unknown to %s: the response is identical to that for an id that never existed',
    async (step) => {
      const foreign = await app.windowIn('approved', { bankId: '02' });
      const ask = (id: string): Promise<TestResponse> =>
        step === 'GET'
          ? app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-2') })
          : app.call({ method: 'POST', path: `${windowsPath}/${id}/${step}`, as: staff('e-2') });
      const [one, other] = [await ask(foreign), await ask(unknownId)];
      expect(literalOf(one)).toBe('404 window-not-found');
      expect(withoutId(one)).toEqual(withoutId(other));
      const [row] = await app.database.query<{ state: string }>(
        'select state from configuration.maintenance_window',
      );
      expect(row?.state).toBe('approved');
    },
  );

  test('is in no list', async () => {
    await app.windowIn('planned', { bankId: '02' });
    const mine = await app.windowIn('planned');
    const response = await app.call({ method: 'GET', path: windowsPath, as: staff('e-1') });
    expect(response.body).toMatchObject({ items: [{ windowId: mine }] });
  });

  test('cannot be accessed by naming that bank', async () => {
    const headers = { 'x-bank-id': '02' };
    const response = await app.call({ method: 'GET', path: windowsPath, as: staff('e-1'), headers });
    expect(response.status).toBe(403);
  });
});

describe('access', () => {
  const paths = [
    ['GET', windowsPath],
    ['POST', windowsPath],
    ['GET', `${windowsPath}/${unknownId}`],
    ...steps.map((step) => ['POST', `${windowsPath}/${unknownId}/${step}`] as const),
  ] as const;

  test.each(paths)('%s %s: only staff with the role', async (method, path) => {
    const send = (as?: Parameters<typeof app.call>[0]['as']): Promise<TestResponse> =>
      app.call({
        method,
        path,
        headers: { 'idempotency-key': newKey() },
        ...(as === undefined ? {} : { as }),
      });
    expect((await send()).status).toBe(401);
    const others = [
      { kind: 'employee', id: 'e-1', roles: ['fraud-desk'] },
      { kind: 'employee', id: 'e-1', roles: [], scope: 'maintenance' },
      { kind: 'application', scope: 'maintenance' },
      { kind: 'customer', id: 'usr_1', scope: 'maintenance', assurance: 'sca-linked' },
    ] as const;
    for (const other of others) expect(literalOf(await send(other))).toBe('403 forbidden');
    expect([200, 400, 404]).toContain((await send(staff('e-1'))).status);
  });

  test.each(['not-a-uuid', '018F3F3E', `${unknownId}0`, '..', '%00'])(
    'an id like %s is rejected as malformed',
    async (id) => {
      const response = await app.call({
        method: 'POST',
        path: `${windowsPath}/${id}/approve`,
        as: staff('e-1'),
      });
      expect([400, 404]).toContain(response.status);
      expect(await nothingHappened()).toBe(true);
    },
  );
});

test('a repeated transition with the same key returns the first response', async () => {
  const id = await app.windowIn('planned');
  const approve = (): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      path: `${windowsPath}/${id}/approve`,
      as: staff('e-2'),
      headers: { 'idempotency-key': 'approve-0123456789' },
    });
  const [first, again] = [await approve(), await approve()];
  expect(again).toMatchObject({ status: 200, text: first.text });
  expect(again.headers['idempotency-replayed']).toBe('true');
});

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
const toldEvents = async (): Promise<readonly unknown[]> =>
  app.database.query(
    `select name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data
       from platform.outbox_event order by position`,
  );
const nothingHappened = async (): Promise<boolean> =>
  (await auditTrail()).length === 0 && (await toldEvents()).length === 0;

const literalOf = ({ body, status }: TestResponse): string => `${status} ${String(at(body, 'code'))}`;

describe('planning', () => {
  test('makes a window that waits for a second person', async () => {
    const answer = await app.plan({
      startsAt: '2026-11-15T22:00:00+01:00',
      endsAt: '2026-11-16T02:00:00.5Z',
      messages: { en: 'Back at two.', 'de-AT': 'Um zwei zurück.' },
    });
    const id = windowIdIn(answer);
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`https://bank.test${windowsPath}/${id}`);
    expect(answer.body).toEqual({
      windowId: id,
      bankId: '01',
      state: 'planned',
      startsAt: '2026-11-15T21:00:00.000Z',
      endsAt: '2026-11-16T02:00:00.500Z',
      messages: { en: 'Back at two.', 'de-AT': 'Um zwei zurück.' },
      plannedBy: 'e-1',
    });
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-3') });
    expect(read.body).toEqual(answer.body);
  });

  test('is audited and told, with the same transaction', async () => {
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
    expect(await toldEvents()).toEqual([
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
    ['is shorter than the database can tell', '2026-11-15T12:00:00.0000001Z', '2026-11-15T12:00:00.0000002Z'],
  ])('a window that %s is refused as window-order', async (_what, startsAt, endsAt) => {
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
    ['a language that is none', { messages: { english: 'x' } }, 'messages.english unknown-field'],
    ['a language no browser knows', { messages: { 'en-a': 'x' } }, 'messages.en-a unknown-field'],
    ['a state of its own', { state: 'approved' }, 'state unknown-field'],
    ['an approval of its own', { approvedBy: 'e-2' }, 'approvedBy unknown-field'],
    ['a bank of its own', { bank: '02' }, 'bank unknown-field'],
    ['the zero character', { messages: { en: 'x\u0000' } }, 'undefined malformed'],
  ])('with %s is refused', async (_what, body, fault) => {
    const answer = await app.plan(body);
    const [error] = listAt(answer.body, 'errors');
    expect(answer.status).toBe(400);
    expect(`${String(at(error, 'field'))} ${String(at(error, 'code'))}`).toBe(fault);
    expect(await nothingHappened()).toBe(true);
  });

  test('keeps messages of any script, emoji and quotes as they are, 500 characters of them', async () => {
    const messages = { ar: 'صيانة', el: '"Συντήρηση" \\ {x}', en: '🛠'.repeat(500), ja: "メン'テ\n" };
    const answer = await app.plan({ messages });
    const path = `${windowsPath}/${windowIdIn(answer)}`;
    const read = await app.call({ method: 'GET', path, as: staff('e-3') });
    expect(read.body).toMatchObject({ messages });
  });

  test('needs a key', async () => {
    const body = { startsAt: '2026-11-15T12:00:00Z', messages: { en: 'x' } };
    const answer = await app.call({ method: 'POST', path: windowsPath, as: staff('e-1'), body });
    expect(answer).toMatchObject({
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

  test('makes one window, and the answer is the same to the letter', async () => {
    const key = newKey();
    const first = await planWith(key, body);
    const again = await planWith(key, body);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers['location']).toBe(first.headers['location']);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await toldEvents()).toHaveLength(1);
  });

  test('twenty times at once makes one window', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => planWith(key, body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await toldEvents()).toHaveLength(1);
    expect(await auditTrail()).toHaveLength(1);
  });

  test('is answered as before even when the window is long over', async () => {
    const key = newKey();
    const first = await planWith(key, body);
    app.clock.advance({ hours: 5 });
    const again = await planWith(key, body);
    app.clock.advance({ hours: -5 });
    expect(again).toMatchObject({ status: 201, text: first.text });
  });

  test('for another window is refused', async () => {
    const key = newKey();
    await planWith(key, body);
    const other = await planWith(key, { ...body, messages: { en: 'y' } });
    expect(literalOf(other)).toBe('422 idempotency-key-reused');
    expect(await toldEvents()).toHaveLength(1);
  });

  test('by two people makes two windows', async () => {
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

describe.each(states)('a window that is %s', (state) => {
  test.each(steps)(
    'answers to %s as the rules say, and audits and tells exactly what happened',
    async (step) => {
      const id = await app.windowIn(state);
      await app.database.query('truncate platform.audit_entry, platform.outbox_event');
      const answer = await app.step(id, step, staff('e-3'));
      const reached = from[state][step];
      const isMoved = reached !== '';
      expect(isMoved ? at(answer.body, 'state') : literalOf(answer)).toBe(
        isMoved ? reached : '409 window-state',
      );
      const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-9') });
      expect(read.body).toMatchObject({ state: isMoved ? reached : state });
      expect(isMoved ? read.text : '').toBe(isMoved ? answer.text : '');
      const record = { outcome: 'done', changes: [{ field: 'state', before: state, after: reached }] };
      const audited = { operation: operationOf[step], aggregate_id: id, record };
      expect(await auditTrail()).toMatchObject(isMoved ? [audited] : []);
      const told = { name: `maintenance-${eventOf[step]}`, aggregate_id: '01', actor_id: 'e-3' };
      expect(await toldEvents()).toMatchObject(isMoved ? [told] : []);
    },
  );
});

describe('four eyes', () => {
  test('whoever planned a window cannot approve it: own-approval', async () => {
    const id = await app.windowIn('planned');
    expect(literalOf(await app.step(id, 'approve', staff('e-1')))).toBe('403 own-approval');
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${id}`, as: staff('e-1') });
    expect(read.body).toMatchObject({ state: 'planned' });
    expect(at(read.body, 'approvedBy')).toBeUndefined();
  });

  test('without the second pair nothing starts, whoever asks and whatever the time', async () => {
    const id = await app.windowIn('planned');
    for (const who of ['e-1', 'e-2']) {
      expect(literalOf(await app.step(id, 'start', staff(who)))).toBe('409 window-state');
    }
  });

  test('the approver is remembered', async () => {
    const id = await app.windowIn('planned');
    expect((await app.step(id, 'approve', staff('e-7'))).body).toMatchObject({
      plannedBy: 'e-1',
      approvedBy: 'e-7',
    });
  });
});

describe('one at a time', () => {
  test('a second window cannot start while one is running: maintenance-running', async () => {
    await app.windowIn('started');
    const second = await app.windowIn('approved');
    expect(literalOf(await app.step(second, 'start'))).toBe('409 maintenance-running');
    const read = await app.call({ method: 'GET', path: `${windowsPath}/${second}`, as: staff('e-1') });
    expect(read.body).toMatchObject({ state: 'approved' });
  });

  test('a window of another bank is no hindrance', async () => {
    await app.windowIn('started');
    const other = await app.windowIn('approved', { bankId: '02' });
    expect((await app.step(other, 'start', staff('e-2', '02'))).body).toMatchObject({ state: 'started' });
  });

  test('once the first has ended the second may start', async () => {
    const first = await app.windowIn('started');
    const second = await app.windowIn('approved');
    await app.step(first, 'end');
    expect((await app.step(second, 'start')).body).toMatchObject({ state: 'started' });
  });
});

describe('at the same moment', () => {
  const outcomes = async (
    answers: readonly Promise<TestResponse>[],
  ): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    for (const answer of await Promise.all(answers)) {
      const said = answer.status === 200 ? '200' : literalOf(answer);
      counts[said] = (counts[said] ?? 0) + 1;
    }
    return counts;
  };

  test.each([
    ['approve', 'planned', 'maintenance-approved'],
    ['start', 'approved', 'maintenance-started'],
    ['end', 'started', 'maintenance-ended'],
    ['cancel', 'approved', 'maintenance-cancelled'],
  ] as const)('twenty %s: exactly one succeeds, is audited and told', async (step, state, event) => {
    const id = await app.windowIn(state);
    await app.database.query('truncate platform.audit_entry, platform.outbox_event');
    const asked = Array.from({ length: 20 }, (_, index) => app.step(id, step, staff(`e-${index + 10}`)));
    expect(await outcomes(asked)).toEqual({ 200: 1, '409 window-state': 19 });
    expect(await auditTrail()).toHaveLength(1);
    expect(await toldEvents()).toMatchObject([{ name: event }]);
  });

  test('two windows start: one does, the other is told maintenance-running', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.clear();
      const ids = await Promise.all([app.windowIn('approved'), app.windowIn('approved')]);
      expect(await outcomes(ids.map((id) => app.step(id, 'start')))).toEqual({
        200: 1,
        '409 maintenance-running': 1,
      });
    }
  });

  test('one starts and another cancels: one of them wins, and the other learns so', async () => {
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
    'is as unknown to %s: no byte tells it from an id that never was',
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
    const answer = await app.call({ method: 'GET', path: windowsPath, as: staff('e-1') });
    expect(answer.body).toMatchObject({ items: [{ windowId: mine }] });
  });

  test('cannot be reached by asking for that bank', async () => {
    const headers = { 'x-bank-id': '02' };
    const answer = await app.call({ method: 'GET', path: windowsPath, as: staff('e-1'), headers });
    expect(answer.status).toBe(403);
  });
});

describe('who may', () => {
  const paths = [
    ['GET', windowsPath],
    ['POST', windowsPath],
    ['GET', `${windowsPath}/${unknownId}`],
    ...steps.map((step) => ['POST', `${windowsPath}/${unknownId}/${step}`] as const),
  ] as const;

  test.each(paths)('%s %s: staff with the role, and nobody else', async (method, path) => {
    const asked = (as?: Parameters<typeof app.call>[0]['as']): Promise<TestResponse> =>
      app.call({
        method,
        path,
        headers: { 'idempotency-key': newKey() },
        ...(as === undefined ? {} : { as }),
      });
    expect((await asked()).status).toBe(401);
    const others = [
      { kind: 'employee', id: 'e-1', roles: ['fraud-desk'] },
      { kind: 'employee', id: 'e-1', roles: [], scope: 'maintenance' },
      { kind: 'application', scope: 'maintenance' },
      { kind: 'customer', id: 'usr_1', scope: 'maintenance', assurance: 'sca-linked' },
    ] as const;
    for (const other of others) expect(literalOf(await asked(other))).toBe('403 forbidden');
    expect([200, 400, 404]).toContain((await asked(staff('e-1'))).status);
  });

  test.each(['not-a-uuid', '018F3F3E', `${unknownId}0`, '..', '%00'])(
    'an id like %s is refused as malformed',
    async (id) => {
      const answer = await app.call({
        method: 'POST',
        path: `${windowsPath}/${id}/approve`,
        as: staff('e-1'),
      });
      expect([400, 404]).toContain(answer.status);
      expect(await nothingHappened()).toBe(true);
    },
  );
});

test('a step with a key is answered as before when it is repeated', async () => {
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

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setBank } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { at } from '#platform/testing/json-at.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import type { Context } from '#platform/work/context.ts';
import { type Client, usableKeys } from '../domain/client.ts';
import { thumbprintOf } from '../domain/client-keys.ts';
import type { ClientDraft } from '../domain/client-registration.ts';
import {
  applicationDraft,
  customerAppDraft,
  newJwk,
  newPrivateJwk,
} from '../testing/client-samples.suite.ts';
import { addClient } from './add-client.ts';
import { changeClientExchanges } from './change-client-exchanges.ts';
import { changeClientIdempotency } from './change-client-idempotency.ts';
import { disableClient } from './disable-client.ts';
import { enableClient } from './enable-client.ts';
import { findClient } from './find-client.ts';
import { listClients } from './list-clients.ts';
import { rotateClientKeys } from './rotate-client-keys.ts';

const begin = plainStatement('begin');
const commit = plainStatement('commit');
const lockRow = plainStatement("select from oauth.client where client_id = 'payments-backend' for update");
const changeRow = plainStatement(
  "update oauth.client set row_version = row_version + 1 where client_id = 'payments-backend'",
);

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ poolSize: 12 });
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty(
    'oauth.client',
    'oauth.revocation',
    'platform.audit_entry',
    'platform.outbox_event',
  );
  lab.clock.set('2026-11-15T10:00:00Z');
});

const ctx = (bankId = '01'): Context => lab.context({ bankId, operationId: 'clients' });
const add = (draft: ClientDraft = applicationDraft(), bankId = '01'): Promise<Client> =>
  addClient(ctx(bankId), draft);
const rotate = (keySet: unknown, overlapHours = 24): Promise<Client> =>
  rotateClientKeys(ctx(), { clientId: 'payments-backend', keySet, overlapHours });
const newKeySet = (): { readonly keys: readonly object[] } => ({ keys: [newJwk()] });
const printsOf = (client: Client): readonly string[] =>
  usableKeys(client, lab.clock.now()).map((jwk) => thumbprintOf(jwk));

/** Returns the problem literal that a promise rejects with. */
const refusalOf = async (doing: Promise<unknown>): Promise<string> => {
  const outcome = await doing.then(
    () => 'done',
    (error: unknown) => error,
  );
  if (outcome instanceof Problem) return outcome.literal;
  if (outcome === 'done') return outcome;
  throw new Error('neither done nor refused', { cause: outcome });
};

interface EmittedEvent {
  readonly events: readonly string[];
  readonly audits: readonly unknown[];
}
async function recorded(bankId = '01'): Promise<EmittedEvent> {
  const events = await lab.database.query<{ name: string; aggregate_id: string; data: string }>(
    'select name, aggregate_id, data from platform.outbox_event where bank_id = $1 order by occurred_at, name',
    [bankId],
  );
  const audits = await lab.database.query<{ record: string }>(
    'select record from platform.audit_entry where bank_id = $1 order by occurred_at',
    [bankId],
  );
  return {
    // Each contains the time of the change; the clock moves between them.
    events: events.map(
      ({ aggregate_id: id, data, name }) => `${name} ${id} ${data.replace(/,"at":"[^"]+Z"/v, ' at')}`,
    ),
    audits: audits.map(({ record }): unknown => JSON.parse(record)),
  };
}
const revocations = (): Promise<readonly Record<string, unknown>[]> =>
  lab.database.query('select kind, value, revoked_at, expires_at from oauth.revocation order by value');

/** Locks the client's row, and releases it when the others wait for it. */
async function lockClientRow(
  statement: Statement,
): Promise<{ readonly letGoWhenWaiting: (count: number) => Promise<void> }> {
  const session = await lab.database.app.session();
  await session.flush([begin([]), setBank(['01']), statement]);
  return {
    async letGoWhenWaiting(count) {
      for (;;) {
        const [row] = await lab.database.query<{ waiting: string }>(
          `select count(*) as waiting from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
          [lab.database.name],
        );
        if (Number(row?.waiting) === count) break;
      }
      await session.flush([commit([])]);
      session.release('clean');
    },
  };
}

const byCertificate = (kind: 'dn' | 'san-dns', value: string): ClientDraft =>
  applicationDraft({
    authentication: { method: 'tls_client_auth', subject: { kind, value } },
    binding: 'certificate',
  });
const byUrl = applicationDraft({
  authentication: { method: 'private_key_jwt', keys: { by: 'url', url: 'https://keys.bank.test/jwks' } },
});

describe('add-client', () => {
  test.each<[string, ClientDraft]>([
    ['an application', applicationDraft({ scopes: ['party.read', 'monitoring'], introspects: 'all-tokens' })],
    ['a customer app', customerAppDraft({ postLogoutRedirectUris: ['https://app.bank.test/bye?a=b'] })],
    ['a console', customerAppDraft({ kind: 'console', scopes: ['openid', 'offline_access'] })],
    [
      'a client with several keys',
      applicationDraft({
        authentication: {
          method: 'private_key_jwt',
          keys: { by: 'value', keySet: { keys: [newJwk('ec'), newJwk('ed25519'), newJwk('rsa')] } },
        },
      }),
    ],
    ['a client with keys at a URL', byUrl],
    ['a client with a subject', byCertificate('dn', 'CN=a\\,{b}\\"\'c,O=Bänk,C=NL')],
    ['a client with a name in its certificate', byCertificate('san-dns', 'app.bank.test')],
  ])('stores every field of %s, and find-client returns it', async (_what, draft) => {
    const added = await add(draft);
    expect(added).toMatchObject({ bankId: '01', clientId: draft.clientId, state: 'active', version: 1n });
    expect(await findClient(ctx(), draft.clientId)).toEqual(added);
  });

  test('emits an event, and audits every field, with keys as thumbprints', async () => {
    const client = await add();
    const { audits, events } = await recorded();
    expect(events).toEqual(['client-added payments-backend {"clientId":"payments-backend" at}']);
    expect(audits).toEqual([
      expect.objectContaining({
        operation: 'clients',
        outcome: 'done',
        aggregate: { kind: 'oauth-client', id: 'payments-backend' },
        changes: [
          { field: 'kind', after: 'application' },
          { field: 'name', after: 'Payments back end' },
          { field: 'state', after: 'active' },
          { field: 'scopes', after: 'party.read' },
          { field: 'redirectUris', after: '' },
          { field: 'postLogoutRedirectUris', after: '' },
          { field: 'authentication', after: 'private_key_jwt' },
          { field: 'keys', after: printsOf(client)[0] },
          { field: 'binding', after: 'proof' },
          { field: 'introspects', after: 'own-tokens' },
          { field: 'idempotency', after: 'seed-compatible' },
          { field: 'exchangesTokensOf', after: '' },
        ],
      }),
    ]);
    const [jwk] = usableKeys(client, lab.clock.now());
    expect(JSON.stringify(audits)).not.toContain(jwk?.kty === 'EC' ? jwk.x : '"');
  });

  test('rejects with client-invalid, lists every error, and stores nothing', async () => {
    const doing = add(applicationDraft({ clientId: '!', name: '', scopes: ['openid'] }));
    await expect(doing).rejects.toMatchObject({
      literal: 'client-invalid',
      more: { fieldErrors: [{ path: ['clientId'] }, { path: ['name'] }, { path: ['scopes', 0] }] },
    });
    expect(await recorded()).toEqual({ audits: [], events: [] });
  });

  test('rejects a private key', async () => {
    const keySet = { keys: [newPrivateJwk()] };
    const draft = applicationDraft({
      authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet } },
    });
    expect(await refusalOf(add(draft))).toBe('client-invalid');
  });

  test('rejects with client-exists an existing id, and leaves that client unchanged', async () => {
    const first = await add();
    expect(await refusalOf(add(applicationDraft({ name: 'Another' })))).toBe('client-exists');
    expect(await findClient(ctx(), first.clientId)).toEqual(first);
  });

  test('run concurrently succeeds once, and emits one event', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, at) => refusalOf(add(applicationDraft({ name: `Number ${at}` })))),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'client-exists'), 'done']);
    const { audits, events } = await recorded();
    expect([audits.length, events.length]).toEqual([1, 1]);
    await lab.assertQuiet();
  });
});

describe('change-client-idempotency', () => {
  const change = (mode: 'seed-compatible' | 'strict'): Promise<Client> =>
    changeClientIdempotency(ctx(), { clientId: 'payments-backend', mode });

  test('changes the mode, emits it and audits it', async () => {
    await add();
    const after = await change('strict');
    expect(after).toMatchObject({ idempotency: 'strict', version: 2n });
    expect(await findClient(ctx(), 'payments-backend')).toEqual(after);
    const { audits, events } = await recorded();
    expect(events.at(-1)).toBe('client-changed payments-backend {"clientId":"payments-backend" at}');
    expect(at(audits, 1, 'changes')).toEqual([
      { field: 'idempotency', before: 'seed-compatible', after: 'strict' },
    ]);
    expect(await change('seed-compatible')).toMatchObject({ idempotency: 'seed-compatible', version: 3n });
  });

  test('rejects with client-state the current mode, and with client-unknown an unknown client', async () => {
    expect(await refusalOf(change('strict'))).toBe('client-unknown');
    await add();
    expect(await refusalOf(change('seed-compatible'))).toBe('client-state');
  });

  test('survives other changes of the client', async () => {
    await add(applicationDraft({ idempotency: 'strict' }));
    await rotate(newKeySet(), 0);
    await disableClient(ctx(), 'payments-backend');
    expect(await findClient(ctx(), 'payments-backend')).toMatchObject({ idempotency: 'strict' });
  });
});

describe('change-client-exchanges', () => {
  const change = (apps: readonly string[]): Promise<Client> =>
    changeClientExchanges(ctx(), { clientId: 'payments-backend', apps });

  test('changes the apps, emits it and audits it', async () => {
    await add();
    const after = await change(['mobile-app', 'web-app']);
    expect(after).toMatchObject({ exchangesTokensOf: ['mobile-app', 'web-app'], version: 2n });
    expect(await findClient(ctx(), 'payments-backend')).toEqual(after);
    const { audits, events } = await recorded();
    expect(events.at(-1)).toBe('client-changed payments-backend {"clientId":"payments-backend" at}');
    expect(at(audits, 1, 'changes')).toEqual([
      { field: 'exchangesTokensOf', before: '', after: 'mobile-app web-app' },
    ]);
    expect(await change([])).toMatchObject({ exchangesTokensOf: [], version: 3n });
  });

  test('rejects the current apps, wrong ids, an unknown client, and an app of customers', async () => {
    expect(await refusalOf(change(['mobile-app']))).toBe('client-unknown');
    await add();
    expect(await refusalOf(change([]))).toBe('client-state');
    expect(await refusalOf(change(['usr_1']))).toBe('client-invalid');
    await add(customerAppDraft());
    const ofApp = changeClientExchanges(ctx(), { clientId: 'mobile-app', apps: ['web-app'] });
    expect(await refusalOf(ofApp)).toBe('client-invalid');
  });
});

describe('find-client', () => {
  test.each(['payments-backend', 'x', '', 'a\0b', "' or true --", 'A'.repeat(10_000)])(
    'rejects with client-unknown an unknown id: %j',
    async (clientId) => {
      expect(await refusalOf(findClient(ctx(), clientId))).toBe('client-unknown');
    },
  );
});

describe('list-clients', () => {
  test('returns pages by id, and the start of the next page', async () => {
    const names = Array.from({ length: 105 }, (_, at) => `client-${String(at).padStart(3, '0')}`);
    const keySet = newKeySet();
    for (const clientId of names)
      await add(
        applicationDraft({
          clientId,
          authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet } },
        }),
      );
    const first = await listClients(ctx(), { after: undefined });
    expect(first.clients.map(({ clientId }) => clientId)).toEqual(names.slice(0, 100));
    expect(first.after).toBe('client-099');
    const second = await listClients(ctx(), { after: first.after });
    expect(second.clients.map(({ clientId }) => clientId)).toEqual(names.slice(100));
    expect(second.after).toBeUndefined();
  });

  test('of a bank without clients is empty', async () => {
    expect(await listClients(ctx(), { after: undefined })).toEqual({ clients: [], after: undefined });
  });
});

describe('rotate-client-keys', () => {
  test('adds the new keys, ends the old ones after the overlap, emits and audits it by thumbprints', async () => {
    const before = await add();
    const [old = ''] = printsOf(before);
    lab.clock.advance({ hours: 1 });
    const after = await rotate(newKeySet(), 2);
    expect(await findClient(ctx(), before.clientId)).toEqual(after);
    expect(after).toMatchObject({ version: 2n, modifiedAt: lab.clock.now(), createdAt: before.createdAt });
    const [, fresh = ''] = printsOf(after);
    expect(printsOf(after)).toEqual([old, fresh]);
    lab.clock.advance({ hours: 2 });
    expect(printsOf(await findClient(ctx(), before.clientId))).toEqual([fresh]);
    const { audits, events } = await recorded();
    expect(events).toEqual([
      'client-added payments-backend {"clientId":"payments-backend" at}',
      'client-keys-rotated payments-backend {"clientId":"payments-backend" at}',
    ]);
    expect(at(audits, 1, 'changes')).toEqual([
      { field: 'keys', before: old, after: `${old}@2026-11-15T13:00:00Z ${fresh}` },
    ]);
  });

  test('of a disabled client is allowed, and leaves it disabled', async () => {
    await add();
    await disableClient(ctx(), 'payments-backend');
    expect(await rotate(newKeySet(), 0)).toMatchObject({ state: 'disabled', version: 3n });
  });

  test('rejects with client-unknown an unknown client', async () => {
    expect(await refusalOf(rotate(newKeySet()))).toBe('client-unknown');
  });

  test.each<[string, unknown, number]>([
    ['a private key', { keys: [newPrivateJwk()] }, 1],
    ['no key', { keys: [] }, 1],
    ['no key set', 'nothing', 1],
    ['too long an overlap', newKeySet(), 721],
  ])('rejects %s with client-invalid', async (_what, keySet, overlapHours) => {
    const before = await add();
    expect(await refusalOf(rotate(keySet, overlapHours))).toBe('client-invalid');
    expect(await findClient(ctx(), before.clientId)).toEqual(before);
  });

  test('rejects clients whose keys are not stored here', async () => {
    await add(byUrl);
    expect(await refusalOf(rotate(newKeySet()))).toBe('client-invalid');
  });

  test('rejects the keys that the client already has', async () => {
    const keySet = newKeySet();
    await add();
    await rotate(keySet);
    expect(await refusalOf(rotate(keySet))).toBe('client-invalid');
  });

  test('run concurrently succeeds once; the others are rejected with client-state', async () => {
    await add();
    const lock = await lockClientRow(lockRow([]));
    const rotations = Array.from({ length: 6 }, () => refusalOf(rotate(newKeySet())));
    await lock.letGoWhenWaiting(rotations.length);
    const outcomes = await Promise.all(rotations);
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'client-state'), 'done']);
    const after = await findClient(ctx(), 'payments-backend');
    expect(after.version).toBe(2n);
    expect(printsOf(after)).toHaveLength(2);
    const { audits, events } = await recorded();
    expect([audits.length, events.length]).toEqual([2, 2]);
    await lab.assertQuiet();
  });
});

describe('disable-client and enable-client', () => {
  test('disable and enable again; tokens from before stay void', async () => {
    await add();
    lab.clock.advance({ minutes: 1 });
    const off = await disableClient(ctx(), 'payments-backend');
    expect(off).toMatchObject({ state: 'disabled', version: 2n, modifiedAt: lab.clock.now() });
    expect(await findClient(ctx(), 'payments-backend')).toEqual(off);
    const revoked = [
      {
        kind: 'client',
        value: 'payments-backend',
        revoked_at: new Date('2026-11-15T10:01:00Z'),
        expires_at: new Date('2026-11-15T10:12:10Z'),
      },
    ];
    expect(await revocations()).toEqual(revoked);
    lab.clock.advance({ minutes: 1 });
    const on = await enableClient(ctx(), 'payments-backend');
    expect(on).toMatchObject({ state: 'active', version: 3n });
    expect(await revocations()).toEqual(revoked);
    const { audits, events } = await recorded();
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'client-added',
      'client-disabled',
      'client-enabled',
    ]);
    expect(audits.slice(1).map((entry) => at(entry, 'changes'))).toEqual([
      [{ field: 'state', before: 'active', after: 'disabled' }],
      [{ field: 'state', before: 'disabled', after: 'active' }],
    ]);
  });

  test('a second time also void what was issued in between', async () => {
    await add();
    await disableClient(ctx(), 'payments-backend');
    await enableClient(ctx(), 'payments-backend');
    lab.clock.advance({ minutes: 5 });
    await disableClient(ctx(), 'payments-backend');
    expect(await revocations()).toEqual([
      expect.objectContaining({
        revoked_at: new Date('2026-11-15T10:05:00Z'),
        expires_at: new Date('2026-11-15T10:16:10Z'),
      }),
    ]);
  });

  test('reject with client-unknown an unknown client', async () => {
    expect(await refusalOf(disableClient(ctx(), 'payments-backend'))).toBe('client-unknown');
    expect(await refusalOf(enableClient(ctx(), 'payments-backend'))).toBe('client-unknown');
    expect(await refusalOf(enableClient(ctx(), 'a\0b'))).toBe('client-unknown');
    expect(await revocations()).toEqual([]);
  });

  test('reject with client-state the current state, and revoke nothing', async () => {
    await add();
    expect(await refusalOf(enableClient(ctx(), 'payments-backend'))).toBe('client-state');
    await disableClient(ctx(), 'payments-backend');
    lab.clock.advance({ minutes: 5 });
    expect(await refusalOf(disableClient(ctx(), 'payments-backend'))).toBe('client-state');
    expect(await revocations()).toEqual([
      expect.objectContaining({ revoked_at: new Date('2026-11-15T10:00:00Z') }),
    ]);
  });

  test('run concurrently: one of many disables the client', async () => {
    await add();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refusalOf(disableClient(ctx(), 'payments-backend'))),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'client-state'), 'done']);
    await lab.assertQuiet();
  });

  test('disabling is not lost against a concurrent change', async () => {
    await add();
    const lock = await lockClientRow(changeRow([]));
    const off = refusalOf(disableClient(ctx(), 'payments-backend'));
    await lock.letGoWhenWaiting(1);
    expect(await off).toBe('done');
    expect(await findClient(ctx(), 'payments-backend')).toMatchObject({ state: 'disabled', version: 3n });
    await lab.assertQuiet();
  });
});

describe('another bank', () => {
  test('reads nothing and changes nothing', async () => {
    const mine = await add();
    expect(await refusalOf(findClient(ctx('02'), mine.clientId))).toBe('client-unknown');
    expect(await listClients(ctx('02'), { after: undefined })).toMatchObject({ clients: [] });
    expect(await refusalOf(disableClient(ctx('02'), mine.clientId))).toBe('client-unknown');
    expect(await refusalOf(enableClient(ctx('02'), mine.clientId))).toBe('client-unknown');
    const { clientId } = mine;
    const foreign = rotateClientKeys(ctx('02'), { clientId, keySet: newKeySet(), overlapHours: 0 });
    expect(await refusalOf(foreign)).toBe('client-unknown');
    expect(await findClient(ctx(), clientId)).toEqual(mine);
    expect(await recorded('02')).toEqual({ audits: [], events: [] });
  });

  test('may have a client with the same id, which is another client', async () => {
    const [mine, theirs] = [await add(), await add(applicationDraft({ name: 'Theirs' }), '02')];
    await disableClient(ctx('02'), theirs.clientId);
    expect(await findClient(ctx(), mine.clientId)).toEqual(mine);
    expect(await findClient(ctx('02'), mine.clientId)).toMatchObject({ name: 'Theirs', state: 'disabled' });
  });
});

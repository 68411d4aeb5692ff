import assert from 'node:assert';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndingLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import { changeUserState, identityCapability, registerUser } from '#capabilities/identity/index.ts';
import { cutOffEmployee } from '#capabilities/oauth/index.ts';
import {
  type BlockSubject,
  blockThirdParty,
  listThirdParties,
  unblockThirdParty,
} from '#capabilities/tpp/index.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { endingHandler } from '#platform/work/ending-ledger.ts';
import { openResources } from '../program/open-resources.ts';
import { endingEvents } from '../wiring.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

const run = promisify(execFile);
let database: TestDatabase;
let folder: string;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portico-restored-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ledgerPath = (): string => join(folder, 'ledger');

const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
  PORTICO_ERASURE_LEDGER: ledgerPath(),
  PORTICO_BANKS: '01',
});

async function said(action: 'plan' | 'apply'): Promise<readonly [number, string]> {
  const words = ['restored', action, ...(action === 'apply' ? ['--yes'] : [])];
  const { code, text } = await runWith(settings(), words);
  return [code, text];
}

type Ctx = Parameters<typeof changeUserState>[0];

async function withUsers(use: (ctx: Ctx) => Promise<void>): Promise<void> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = await resources.ports([identityCapability]);
  await use({ ...resources.contextFor('01'), ...ports.of(identityCapability) });
}

let made = 0;

async function createUser(ctx: Ctx): Promise<string> {
  made += 1;
  const { userId } = await registerUser(ctx, {
    email: `restored.${made}@example.com`,
    phone: `+4915177100${made}1`,
    username: `restored.${made}`,
    password: undefined,
    customerNumber: undefined,
    firstName: 'Resta',
    lastName: 'Backup',
    hintPictureUrl: undefined,
    termsVersion: '2026-01',
    verificationIds: [],
  });
  await changeUserState(ctx, { userId, to: 'active', reason: 'identity-proven' });
  return userId;
}

interface OutboxRow extends Record<string, unknown> {
  readonly event_id: string;
  readonly name: string;
  readonly occurred: string;
  readonly aggregate_kind: string;
  readonly aggregate_id: string;
  readonly data: string;
}

/** Appends what the worker would have appended. */
async function hearEverything(): Promise<void> {
  const eventHandler = endingHandler(createEndingLedger(ledgerPath()), endingEvents);
  const rows = await database.query<OutboxRow>(
    `select event_id::text, name, to_json(occurred_at) #>> '{}' as occurred, aggregate_kind, aggregate_id,
            data::text as data
       from platform.outbox_event where name = any($1) order by position`,
    [endingEvents],
  );
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  for (const row of rows)
    await eventHandler.handle(resources.contextFor('01'), {
      id: row.event_id,
      name: row.name,
      version: 1,
      occurredAt: row.occurred,
      aggregateKind: row.aggregate_kind,
      aggregateId: row.aggregate_id,
      sequence: 1,
      data: JSON.parse(row.data),
    });
}

/** Returns a function that restores the data of these tables, without the tables themselves. */
async function restoring(tables: readonly string[]): Promise<() => Promise<void>> {
  const file = join(folder, 'backup.sql');
  const named = tables.flatMap((table) => ['--table', table]);
  await run('pg_dump', ['--data-only', '--file', file, ...named, database.ownerUrl]);
  return async () => {
    await database.query(`truncate ${tables.join(', ')}`);
    await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', file, database.ownerUrl]);
  };
}

const stateOf = async (userId: string): Promise<unknown> =>
  (await database.query(`select status from identity.user_account where user_id = $1`, [userId]))[0]?.[
    'status'
  ];

describe('after a restore', () => {
  it('users, employees, credentials and counters are as the ledger says, and what the backup knew stays', async () => {
    await withUsers(async (ctx) => {
      const [suspended, closed, before, kept, changed] = [
        await createUser(ctx),
        await createUser(ctx),
        await createUser(ctx),
        await createUser(ctx),
        await createUser(ctx),
      ];
      const enter = `insert into identity.user_credential (bank_id, user_id, kind, hash, row_version, created_at,
        modified_at) values ('01', $1, 'password', 'x', 1, $2, $2)`;
      for (const userId of [kept, changed]) await database.query(enter, [userId, '2026-01-01T00:00:00Z']);
      await database.query(
        `insert into "authorization".oath_token (bank_id, token_id, user_id, kind, suite, digits, step_seconds,
           sealed_seed, status, counter, drift, lean, row_version, created_at, modified_at)
         select '01', gen_random_uuid(), $1, 'hotp', 'sha1', 6, 30, '\\x00', 'active', 10, 0, 0, 1, '2026-01-01',
           '2026-01-01'`,
        [kept],
      );
      await changeUserState(ctx, { userId: before, to: 'suspended', reason: 'fraud' });
      const restore = await restoring([
        'identity.user_account',
        'identity.user_credential',
        'oauth.employee_cut_off',
      ]);
      await changeUserState(ctx, { userId: suspended, to: 'suspended', reason: 'fraud' });
      await changeUserState(ctx, { userId: closed, to: 'closed', reason: 'customer' });
      await changeUserState(ctx, { userId: before, to: 'active', reason: 'identity-proven' });
      await cutOffEmployee(ctx, { employeeId: 'e-1', reason: 'left' });
      await hearEverything();
      const at = ctx.clock.now().toString();
      await createEndingLedger(ledgerPath()).append({
        event: 'password-changed',
        bankId: '01',
        subject: changed,
        at,
      });
      await restore();
      expect([await stateOf(suspended), await stateOf(closed), await stateOf(before)]).toEqual([
        'active',
        'active',
        'suspended',
      ]);

      const [planCode, plan] = await said('plan');
      expect(planCode).toBe(0);
      for (const what of ['1 users suspended again', '1 users closed again', '1 users reinstated again'])
        expect(plan).toContain(`bank 01: ${what}`);
      expect(await stateOf(suspended)).toBe('active');

      const [code, text] = await said('apply');
      expect({ code, text }).toEqual({
        code: 0,
        text: expect.stringContaining('1 employees cut off again'),
      });
      expect(text).toContain('bank 01: 1 replaced passwords deleted');
      expect([
        await stateOf(suspended),
        await stateOf(closed),
        await stateOf(before),
        await stateOf(kept),
      ]).toEqual(['suspended', 'closed', 'active', 'active']);
      const passwords = await database.query(
        `select user_id from identity.user_credential where kind = 'password'`,
      );
      expect(passwords).toEqual([{ user_id: kept }]);
      const counters = await database.query(`select counter::int from "authorization".oath_token`);
      expect(counters).toEqual([{ counter: 14 }]);
      const [, again] = await said('plan');
      expect(again).not.toContain('again\n');
    });
  });

  it('third parties are blocked as the ledger says', async () => {
    const named = (organisationId: string): BlockSubject => ({ kind: 'organisation', organisationId });
    const stolen: BlockSubject = { kind: 'certificate', issuer: 'CN=Test CA, O=Test', serialNumber: '4f2a' };
    const [before, lifted, later, brief] = ['before', 'lifted', 'later', 'brief'].map(named);
    assert(before && lifted && later && brief);
    await withUsers(async (ctx) => {
      const block = (subject: BlockSubject, endsAt?: Temporal.Instant): Promise<unknown> =>
        blockThirdParty(ctx, { subject, reason: 'withdrawn', endsAt });
      const inForce = async (): Promise<unknown> =>
        (await listThirdParties(ctx)).blocks.map(({ endsAt, subject }) => ({ subject, endsAt }));
      const tomorrow = ctx.clock.now().add({ hours: 24 }).round('millisecond');
      await block(before);
      await block(lifted);
      const restore = await restoring(['tpp.block']);
      await unblockThirdParty(ctx, { subject: lifted, reason: 'authorised again' });
      await block(later);
      await block(stolen, tomorrow);
      await block(brief);
      await unblockThirdParty(ctx, { subject: brief, reason: 'an error' });
      const expected = [before, later, stolen].map((subject) => ({
        subject,
        endsAt: subject === stolen ? tomorrow : undefined,
      }));
      expect(await inForce()).toEqual(expected);
      await hearEverything();
      await restore();
      expect(await inForce()).toEqual([before, lifted].map((subject) => ({ subject, endsAt: undefined })));

      const [code, text] = await said('apply');
      expect({ code, text }).toEqual({
        code: 0,
        text: expect.stringContaining('bank 01: 2 third parties blocked again'),
      });
      expect(text).toContain('bank 01: 1 third parties unblocked again');
      expect(await inForce()).toEqual(expected);
      await hearEverything();
      expect((await said('plan'))[1]).not.toContain('third parties');
    });
  });

  it('each user loses replaced contacts before the state changes, so that an interrupted run can continue', async () => {
    await withUsers(async (ctx) => {
      const [first, second] = [await createUser(ctx), await createUser(ctx)];
      const ledger = createEndingLedger(ledgerPath());
      const line = { bankId: '01', at: ctx.clock.now().add({ seconds: 1 }).toString() };
      await ledger.append({ ...line, event: 'user-suspended', subject: first });
      await ledger.append({ ...line, event: 'user-suspended', subject: second });
      await ledger.append({ ...line, event: 'email-verified', subject: second });
      expect((await said('apply'))[0]).toBe(0);
      const rows = await database.query<{ record: string }>(
        `select record from platform.audit_entry where operation = 'restored' and aggregate_id = $1
          order by occurred_at`,
        [second],
      );
      const changed = rows.map(({ record }) => (record.includes('ended again') ? 'contact' : 'state'));
      expect(changed).toEqual(['contact', 'state']);
    });
  });

  it('a run that was interrupted continues and does not advance counters twice', async () => {
    const ledger = createEndingLedger(ledgerPath());
    const at = (await database.query<{ at: string }>(`select to_json(now()) #>> '{}' as at`))[0]?.at ?? '';
    await database.query(`update "authorization".oath_token set counter = 20, modified_at = '2026-01-01'`);
    await ledger.append({ event: 'restore-started', bankId: '*', subject: '*', at });
    await database.query(`update "authorization".oath_token set counter = 24, modified_at = now()`);
    expect((await said('apply'))[0]).toBe(0);
    expect(await database.query(`select counter::int from "authorization".oath_token`)).toEqual([
      { counter: 24 },
    ]);
  });

  it('a run that did not finish does not count once the worker has written again', async () => {
    const ledger = createEndingLedger(ledgerPath());
    const at = '2026-02-01T00:00:00.000Z';
    await ledger.append({ event: 'restore-started', bankId: '*', subject: '*', at });
    await ledger.append({ event: 'password-changed', bankId: '01', subject: 'usr_x', at });
    await database.query(`update "authorization".oath_token set counter = 30, modified_at = '2026-02-02'`);
    expect((await said('apply'))[0]).toBe(0);
    expect(await database.query(`select counter::int from "authorization".oath_token`)).toEqual([
      { counter: 34 },
    ]);
  });

  it('every earlier token and session has ended', async () => {
    await database.query(
      `insert into identity.session values ('01', gen_random_uuid(), 'usr_x', null, null, 'x', 'sca', now(), now(),
         now() + interval '1 hour', null, now())`,
    );
    await database.query(
      `insert into oauth.artefact (bank_id, kind, artefact_hash, sealed_content, expires_at)
       values ('01', 'RefreshToken', '\\x01', '\\x00', now() + interval '1 hour')`,
    );
    expect((await said('apply'))[0]).toBe(0);
    expect(await database.query('select from oauth.artefact')).toHaveLength(0);
    expect(await database.query('select from identity.session where ended_at is null')).toHaveLength(0);
    expect(await database.query(`select value from oauth.revocation where kind = 'bank'`)).toEqual([
      { value: '01' },
    ]);
  });

  it('every open approval has ended, and every payment needs two factors', async () => {
    await database.query(
      `insert into sca.authorisation (bank_id, authorisation_id, subject_kind, subject_id, organisation_id, approach,
         status, wrong_passwords, wrong_codes, sealed_details, expires_at, ends_at, row_version, created_at, modified_at)
       values ('01', gen_random_uuid(), 'payment', 'p-1', 'PSDNL-DNB-A', 'EMBEDDED', 'received', 0, 0, '\\xbad0',
         now() + interval '1 day', now() + interval '1 day', 1, now(), now())`,
    );
    await database.query(`insert into sca.strong_authentication values ('01', 'usr_x', now(), 3, now())`);
    const [code, text] = await said('apply');
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining('1 approvals, 1 counts for exemptions'),
    });
    expect(await database.query('select from sca.authorisation where ends_at > now()')).toHaveLength(0);
    expect(await database.query('select from sca.strong_authentication')).toHaveLength(0);
  });

  it('nothing is done without a confirmation, and the plan is shown', async () => {
    const { code, text } = await runWith(settings(), ['restored', 'apply']);
    expect(code).toBe(4);
    expect(text).toContain('bank 01: 0 erasures in the ledger');
    expect(text).toContain('All sessions, grants, codes, temporary passwords and approvals would end.');
  });

  it('nothing is done without the ledger', async () => {
    const { PORTICO_ERASURE_LEDGER: _, ...without } = settings();
    expect(await runWith(without, ['restored', 'apply', '--yes'])).toMatchObject({
      code: 3,
      text: 'restored apply needs PORTICO_ERASURE_LEDGER.',
    });
  });

  it('a ledger that does not exist at its path does not count as empty', async () => {
    const wrong = { ...settings(), PORTICO_ERASURE_LEDGER: join(folder, 'mistyped') };
    expect(await runWith(wrong, ['restored', 'apply', '--yes'])).toMatchObject({
      code: 3,
      text: expect.stringContaining('mistyped'),
    });
    await expect(stat(join(folder, 'mistyped'))).rejects.toThrow('ENOENT');
  });
});

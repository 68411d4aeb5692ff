import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { sealKeyFrom, sealVerifierFrom } from '#platform/work/audit-chain.ts';
import { createAuditSealer } from '#platform/work/audit-sealer.ts';
import { verifyAudit } from '#platform/work/audit-verifier.ts';
import type { Context } from '#platform/work/context.ts';
import type { Erasure, ErasureLedger } from '../../ports/erasure-ledger.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import {
  back,
  createPartyTestApp,
  customerFields,
  home,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { setOpenProduct } from '../customers/set-open-product.ts';
import { eraseEnded } from './erase-ended.ts';
import { eraseParty } from './erase-party.ts';
import { raiseSyncEpoch } from './raise-sync-epoch.ts';
import { replayErasures } from './replay-erasures.ts';

const run = promisify(execFile);

let testApp: PartyTestApp;
let folder: string;
beforeAll(async () => {
  testApp = await createPartyTestApp();
  folder = await mkdtemp(join(tmpdir(), 'portico-erasure-'));
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A ledger in memory; the file ledger has its own tests. */
function ledger(): ErasureLedger & { readonly entries: Erasure[] } {
  const entries: Erasure[] = [];
  return { entries, append: async (entry) => void entries.push(entry), list: async () => entries };
}

const erasing = (erasureLedger: ErasureLedger): Context & PartyPorts & { erasureLedger: ErasureLedger } => ({
  ...testApp.context(),
  erasureLedger,
});

/** Unique values: if one of them is found, data was left. */
const traces = {
  given: 'Xenophonta',
  surname: 'Quastenflosser',
  married: 'Zwirbelbart',
  street: 'Knäckebrotgasse',
  folded: 'knackebrotgasse',
  passport: 'Q9X8Y7Z6',
  phone: '+4915199887766',
  email: 'quastenflosser@example.org',
  born: '1971-03-09',
} as const;

/** Registers a person with all possible data. */
async function customer(): Promise<string> {
  const number = await testApp.person({
    ...customerFields(),
    'given-name': traces.given,
    surname: traces.surname,
    'birth-date': traces.born,
    'id-number': traces.passport,
    'mobile-phone': { number: traces.phone },
    'email-address': { value: traces.email },
    'contact-address': { ...home, 'street-name': traces.street },
  });
  await testApp.patch(`/parties/individuals/${number}/surname`, {
    surname: traces.married,
    reason: 'marriage',
    'effective-date': '2026-01-01',
  });
  await testApp.post(`/parties/${number}/id-documents`, {
    kind: 'passport',
    'document-number': traces.passport,
    'issue-date': '2024-01-01',
    'issuing-country': 'DE',
    'issuing-authority': traces.street,
  });
  return number;
}

/** Returns the whole content of a database as text; encrypted values as their bytes. */
async function contentsOf(database: Pick<TestDatabase, 'ownerUrl'>): Promise<string> {
  const { stdout } = await run('pg_dump', ['--data-only', '--inserts', database.ownerUrl], {
    maxBuffer: 2 ** 28,
  });
  return stdout.toLowerCase();
}

async function tracesIn(database: Pick<TestDatabase, 'ownerUrl'>): Promise<readonly string[]> {
  const contents = await contentsOf(database);
  return Object.values(traces).filter((trace) => contents.includes(trace.toLowerCase()));
}

/** Restores a backup into a separate database. */
async function restoredFrom(
  backup: string,
): Promise<Pick<TestDatabase, 'app' | 'ownerUrl'> & { [Symbol.asyncDispose](): Promise<void> }> {
  const name = `${testApp.database.name}_restored`;
  const named = (url: string): string => url.replace(testApp.database.name, name);
  await testApp.database.query(`create database ${name}`);
  await run('pg_restore', [`--dbname=${named(testApp.database.ownerUrl)}`, backup]);
  const app = openDatabase({ url: named(testApp.database.appUrl), poolSize: 2 });
  return {
    app,
    ownerUrl: named(testApp.database.ownerUrl),
    async [Symbol.asyncDispose]() {
      await app.close();
      await testApp.database.query(`drop database ${name} with (force)`);
    },
  };
}

async function changesAfter(token: string): Promise<readonly unknown[]> {
  await testApp.changesVisible();
  const { body } = await testApp.get(`/parties/sync?sync-token=${token}`);
  return listAt(body, 'items');
}

describe('eraseParty', () => {
  test('leaves nothing of a party, here and in a backup that is restored afterwards', async () => {
    const number = await customer();
    // Before, the names are searchable, and no sensitive data is readable.
    const { folded, given, married, surname } = traces;
    expect(await tracesIn(testApp.database)).toEqual([given, surname, married, folded]);
    const backup = join(folder, 'backup');
    await run('pg_dump', ['--format=custom', `--file=${backup}`, testApp.database.ownerUrl]);

    const stored = ledger();
    expect(await eraseParty(erasing(stored), { partyNumber: number })).toBe('erased');
    expect(await tracesIn(testApp.database)).toEqual([]);
    expect((await testApp.get(`/parties/${number}`)).status).toBe(410);
    expect(
      await testApp.database.query('select from party.party_key where party_number = $1', [number]),
    ).toEqual([]);
    expect(
      await testApp.database.query('select from party.party_fact where party_number = $1', [number]),
    ).toEqual([]);

    await using restored = await restoredFrom(backup);
    expect(await tracesIn(restored)).not.toEqual([]);
    const there = { ...erasing(stored), database: restored.app, db: restored.app.forBank('01') };
    expect(await replayErasures(there)).toEqual({ erased: 1, nothingToDo: 0 });
    expect(await tracesIn(restored)).toEqual([]);
    // A second replay has nothing to do.
    expect(await replayErasures(there)).toEqual({ erased: 0, nothingToDo: 1 });
  });

  test('is visible in synchronization and emits an event', async () => {
    const number = await customer();
    await testApp.changesVisible();
    const { body } = await testApp.get('/parties/sync');
    const token = String(at(body, 'sync-token'));
    await eraseParty(erasing(ledger()), { partyNumber: number });
    expect(await changesAfter(token)).toEqual([
      {
        'party-number': number,
        kind: 'individual',
        'record-state': 'erased',
        'sync-token': expect.any(String),
      },
    ]);
    const [event] = await testApp.database.query(
      "select data from platform.outbox_event where name = 'party-erased' and aggregate_id = $1",
      [number],
    );
    expect(JSON.parse(String(event?.['data']))).toEqual({ 'party-number': number, kind: 'individual' });
  });

  test('leaves the audit chain valid, and its entries about the party unreadable', async () => {
    const number = await customer();
    await eraseParty(erasing(ledger()), { partyNumber: number });
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = sealKeyFrom(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const worker = openDatabase({ url: testApp.database.workerUrl, poolSize: 1 });
    const owner = openDatabase({ url: testApp.database.ownerUrl, poolSize: 1 });
    const sealer = createAuditSealer({
      database: worker,
      clock: testApp.clock,
      key,
      log: createLogger({ level: 'fatal' }),
    });
    testApp.clock.advance({ minutes: 2 });
    while ((await sealer.sealOnce('01')) > 0);
    const verdict = await verifyAudit('01', {
      database: owner,
      now: testApp.clock.now(),
      seals: sealVerifierFrom([publicKey.export({ type: 'spki', format: 'pem' }).toString()]),
    });
    expect(verdict).toMatchObject({ kind: 'intact' });
    await Promise.all([worker.close(), owner.close()]);
  });

  test('is recorded in the external ledger before the key is destroyed', async () => {
    const number = await testApp.person();
    const refusing: ErasureLedger = {
      append: async () => {
        throw new Error('no room on the disk');
      },
      list: async () => [],
    };
    await expect(eraseParty(erasing(refusing), { partyNumber: number })).rejects.toThrow('no room');
    expect((await testApp.get(`/parties/${number}`)).status).toBe(200);
  });

  test('is rejected while a legal hold is set', async () => {
    const number = await testApp.person();
    await testApp.database.query("update party.party set legal_hold = 'court' where party_number = $1", [
      number,
    ]);
    const stored = ledger();
    await expect(eraseParty(erasing(stored), { partyNumber: number })).rejects.toThrow('legal hold');
    expect(stored.entries).toEqual([]);
  });

  test('of an unknown or erased party changes nothing', async () => {
    const number = await testApp.person();
    await eraseParty(erasing(ledger()), { partyNumber: number });
    expect(await eraseParty(erasing(ledger()), { partyNumber: number })).toBe('erased-before');
    await expect(eraseParty(erasing(ledger()), { partyNumber: '9999999990' })).rejects.toThrow('no such');
  });

  test('frees the identification number and the phone number for other parties', async () => {
    const fields = customerFields();
    await eraseParty(erasing(ledger()), { partyNumber: await testApp.person(fields) });
    expect((await testApp.post('/parties/individuals', fields)).status).toBe(201);
  });
});

describe('eraseEnded', () => {
  test('erases only parties without a relation to the bank for five years', async () => {
    const gone = await testApp.person({ ...customerFields(), 'birth-date': '1950-01-01' });
    const staying = await testApp.person({ ...customerFields(), 'birth-date': '1951-01-01' });
    await setOpenProduct(testApp.context(), { partyNumber: gone, hasOpenProduct: false });
    expect(await eraseEnded(erasing(ledger()))).toBe(0);
    testApp.clock.advance({ years: 5, days: 2 });
    const stored = ledger();
    expect(await eraseEnded(erasing(stored))).toBe(1);
    expect(stored.entries).toMatchObject([{ bankId: '01', partyNumber: gone }]);
    expect((await testApp.get(`/parties/${staying}`)).status).toBe(200);
  });
});

describe('eraseEnded with records that cannot be erased', () => {
  const endedLongAgo = async (day: string): Promise<string> => {
    const number = await testApp.person(customerFields());
    await testApp.database.query('update party.party set relation_ended_on = $2 where party_number = $1', [
      number,
      day,
    ]);
    return number;
  };
  const stateOf = async (number: string): Promise<unknown> =>
    (
      await testApp.database.query<{ record_state: string }>(
        'select record_state from party.party where party_number = $1',
        [number],
      )
    )[0]?.record_state;
  const asMerged = (number: string, survivor: string): Promise<unknown> =>
    testApp.database.query(
      `update party.party set record_state = 'merged', survivor_party_number = $2, relation_ended_on = null
        where party_number = $1`,
      [number, survivor],
    );
  const hold = (number: string, why: string | null): Promise<unknown> =>
    testApp.database.query('update party.party set legal_hold = $2 where party_number = $1', [number, why]);

  test('skips a survivor while a record merged into it has a legal hold, and erases the others', async () => {
    const survivor = await endedLongAgo('1990-01-01');
    const between = await testApp.person(customerFields());
    const held = await testApp.person(customerFields());
    const other = await endedLongAgo('1990-01-02');
    await asMerged(between, survivor);
    await asMerged(held, between);
    await hold(held, 'a court said so');
    await eraseEnded(erasing(ledger()));
    expect(await Promise.all([survivor, between, held, other].map(stateOf))).toEqual([
      'live',
      'merged',
      'merged',
      'erased',
    ]);
    expect(await testApp.database.query('select from platform.set_aside_row')).toEqual([]);
    await hold(held, null);
    await eraseEnded(erasing(ledger()));
    expect(await Promise.all([survivor, between, held].map(stateOf))).toEqual(['erased', 'erased', 'erased']);
  });

  test('defers a record that cannot be erased, and erases the others', async () => {
    const first = await endedLongAgo('1990-01-01');
    const second = await endedLongAgo('1990-01-02');
    const refusing: ErasureLedger = {
      ...ledger(),
      append: ({ partyNumber }) =>
        partyNumber === first ? Promise.reject(new TypeError('no such entry')) : Promise.resolve(),
    };
    await eraseEnded(erasing(refusing));
    expect([await stateOf(first), await stateOf(second)]).toEqual(['live', 'erased']);
    expect(
      await testApp.database.query('select job, row_key, last_error from platform.set_aside_row'),
    ).toEqual([{ job: 'erase-ended', row_key: first, last_error: 'TypeError' }]);
    testApp.clock.advance({ hours: 24 });
    await eraseEnded(erasing(ledger()));
    expect(await stateOf(first)).toBe('erased');
    expect(await testApp.database.query('select from platform.set_aside_row')).toEqual([]);
  });
});

describe('raiseSyncEpoch', () => {
  test('orders everything after a restore behind everything before, whatever the transaction ids', async () => {
    // As after a restore into a younger cluster: recorded positions have higher transaction ids than new ones.
    await testApp.database.query('alter table party.party disable trigger take_position');
    await testApp.database.query('update party.party set sync_transaction = sync_transaction + 1000000000');
    await testApp.database.query('alter table party.party enable trigger take_position');
    await raiseSyncEpoch(testApp.context());
    const readAll = async (): Promise<string> => {
      let token = '';
      for (;;) {
        const { body } = await testApp.get(`/parties/sync${token === '' ? '' : `?sync-token=${token}`}`);
        token = String(at(body, 'sync-token'));
        if (at(body, 'has-more') !== true) return token;
      }
    };
    const before = await readAll();
    const number = await testApp.person();
    const changes = await changesAfter(before);
    expect(changes.map((item) => at(item, 'party-number'))).toEqual([number]);
  });
});

test('merged parties return the location of the survivor', async () => {
  const [one, other] = [await testApp.person(), await testApp.person()];
  const { mergeParties } = await import('./merge-parties.ts');
  await mergeParties(testApp.context(), { partyNumber: one, survivorPartyNumber: other });
  const response = await testApp.get(`/parties/${one}`, staff('e-1', ['party.read']));
  expect(response.status).toBe(410);
  expect(response.headers['location']).toMatch(new RegExp(`^https://.+/v1/party/parties/${other}$`));
  expect(
    (await testApp.patch(`/parties/${one}/contact-preference`, { 'preferred-language': 'de' }, back()))
      .status,
  ).toBe(410);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const erasureLedger = { append: async () => undefined, list: async () => [] };
const sync = (token?: string, as = back()) =>
  app.get(`/parties/sync${token === undefined ? '' : `?sync-token=${encodeURIComponent(token)}`}`, as);
interface Synced {
  readonly items: readonly unknown[];
  readonly numbers: readonly string[];
  readonly token: string;
  readonly hasMore: boolean;
}
const synced = async (token?: string, as = back()): Promise<Synced> => {
  await app.changesVisible();
  return syncedSoFar(token, as);
};
const syncedSoFar = async (token?: string, as = back()): Promise<Synced> => {
  const { body, status, text } = await sync(token, as);
  expect([status, text]).toEqual([200, text]);
  const items = listAt(body, 'items');
  return {
    items,
    numbers: items.map((item) => String(at(item, 'party-number'))),
    token: String(at(body, 'sync-token')),
    hasMore: at(body, 'has-more') === true,
  };
};

describe('synchronizing', () => {
  test('starts with all parties and continues with changed ones, each once and in its current state', async () => {
    const [first, second] = [await app.person({ surname: 'Alpha' }), await app.organization()];
    const start = await synced();
    expect(start.numbers.slice(-2)).toEqual([first, second]);
    expect(start.hasMore).toBe(false);
    expect(await synced(start.token)).toMatchObject({ items: [], hasMore: false });
    const language = (tag: string) =>
      app.patch(`/parties/${first}/contact-preference`, { 'preferred-language': tag });
    await app.patch(`/parties/${second}/contact-preference`, { 'preferred-language': 'fr' });
    await language('de');
    await language('nl');
    const third = await app.person({ surname: 'Gamma' });
    const next = await synced(start.token);
    expect(next.numbers).toEqual([second, first, third]);
    expect(next.items).toMatchObject([
      {},
      { 'contact-preference': { 'preferred-language': 'nl' } },
      { surname: 'Gamma' },
    ]);
    expect((await synced(next.token)).items).toEqual([]);
  });

  test('may continue after any item, with its own token', async () => {
    const { token } = await synced();
    const numbers = [await app.person(), await app.person(), await app.person()];
    const { items } = await synced(token);
    for (const [index, item] of items.entries())
      expect((await synced(String(at(item, 'sync-token')))).numbers).toEqual(numbers.slice(index + 1));
    const read = await app.get(`/parties/${numbers[1]}`);
    expect((await synced(String(at(read.body, 'sync-token')))).numbers).toEqual(numbers.slice(2));
  });

  test('returns tokens that increase as strings', async () => {
    const tokens = [];
    for (let index = 0; index < 3; index += 1) {
      await app.person();
      app.clock.advance({ hours: -1 });
      tokens.push((await synced()).token);
    }
    expect(tokens).toEqual(tokens.toSorted());
    expect(Math.max(...tokens.map((token) => token.length))).toBeLessThanOrEqual(200);
  });

  test('reports erased and merged parties, and nothing more of them', async () => {
    const [erased, merged, survivor] = [await app.person(), await app.person(), await app.person()];
    const { token } = await synced();
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: erased });
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    const { items } = await synced(token);
    expect(items).toEqual([
      {
        'party-number': erased,
        kind: 'individual',
        'record-state': 'erased',
        'sync-token': expect.any(String),
      },
      {
        'party-number': merged,
        kind: 'individual',
        'record-state': 'merged',
        'survivor-party-number': survivor,
        'sync-token': expect.any(String),
      },
    ]);
    // A client that starts again gets them, too.
    expect((await synced()).numbers).toEqual(expect.arrayContaining([erased, merged]));
  });

  test('ignores requests that were rejected or changed nothing', async () => {
    const number = await app.person();
    await app.patch(`/parties/${number}/contact-preference`, { 'preferred-language': 'de' });
    const { token } = await synced();
    await app.patch(`/parties/${number}/contact-preference`, { 'preferred-language': 'de' });
    await app.patch(`/parties/organizations/${number}/size`, { size: 'micro' });
    await app.get(`/parties/${number}`, staff('e-1', ['party.read']));
    expect((await synced(token)).items).toEqual([]);
  });

  test('waits for a change of an open transaction, and then returns it', async () => {
    const { token } = await synced();
    const slow = await app.person();
    const quick = await app.person();
    await app.changesVisible();
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: app.database.ownerUrl });
    await client.connect();
    await client.query('begin');
    await client.query(`update party.party set modified_at = modified_at where party_number = $1`, [slow]);
    await app.patch(`/parties/${quick}/contact-preference`, { 'preferred-language': 'de' });
    const meanwhile = await syncedSoFar(token);
    expect(meanwhile.numbers).toEqual([slow]);
    await client.query('commit');
    await client.end();
    const afterwards = await synced(meanwhile.token);
    expect(afterwards.numbers).toEqual([slow, quick]);
  });
});

describe('a sync token', () => {
  const gone = '410 gone';

  test('of another bank, forged, cut or invented is gone', async () => {
    await app.person();
    await app.person({}, back('02'));
    const { token } = await synced();
    const { token: foreign } = await synced(undefined, back('02'));
    const [text = '', mark = ''] = token.split('.');
    const other = text.endsWith('0') ? '1' : '0';
    for (const wrong of [
      foreign,
      `${text.slice(0, -1)}${other}.${mark}`,
      `${'0'.repeat(text.length)}.${mark}`,
      `${text}.${mark.slice(0, -2)}`,
      text,
      `${text}.`,
      `${token}.x`,
      `.${mark}`,
      'x',
      ' ',
    ])
      expect([wrong, refusalOf(await sync(wrong))]).toEqual([wrong, gone]);
    expect((await sync(token)).status).toBe(200);
  });

  test('is valid for thirty days', async () => {
    const { token } = await synced();
    app.clock.advance({ days: 30 });
    expect((await sync(token)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(refusalOf(await sync(token))).toBe(gone);
  });

  test('that is too long or empty is invalid', async () => {
    expect((await sync('x'.repeat(201))).status).toBe(400);
    expect((await app.get('/parties/sync?sync-token=')).status).toBe(400);
  });

  test('is for applications that synchronize', async () => {
    const number = await app.person();
    expect((await sync(undefined, back('01', ['party.read', 'party.sensitive']))).status).toBe(403);
    expect((await sync(undefined, staff('e-1', ['party.sync', 'party.read']))).status).toBe(403);
    expect((await sync(undefined, customer(number))).status).toBe(403);
    expect((await sync(undefined, back('01', ['party.sync']))).status).toBe(200);
  });
});

describe('a mirror', () => {
  const withAll = async (token: string, include: string): Promise<readonly unknown[]> => {
    await app.changesVisible();
    const { body } = await app.get(
      `/parties/sync?sync-token=${encodeURIComponent(token)}&include=${include}`,
    );
    return listAt(body, 'items');
  };

  test('gets contact points and relationships with the changed parties, if it asks for them', async () => {
    const owner = await app.person({ surname: 'Spiegel' });
    const { token } = await synced();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      ownership: { owners: [{ 'party-number': owner, share: 50, 'is-beneficial-owner': true }] },
    });
    const items = await withAll(token, 'contact-points,relationships');
    // The owner changed too: it has a relationship more.
    expect(items.map((item) => String(at(item, 'party-number'))).toSorted()).toEqual(
      [owner, organization].toSorted(),
    );
    for (const item of items) {
      expect(listAt(item, 'contact-points').length).toBeGreaterThan(0);
      expect(listAt(item, 'relationships')).toHaveLength(1);
    }
    const plain = (await synced(token)).items;
    expect(plain.every((item) => at(item, 'contact-points') === undefined)).toBe(true);
    expect((await app.get('/parties/sync?include=feathers')).status).toBe(400);
  });

  test('gets smaller portions with relationships, and no relationships of parties that are gone', async () => {
    const gone = await app.person();
    const { token } = await synced();
    for (let index = 0; index < 21; index += 1) await app.person();
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: gone });
    const items = await withAll(token, 'relationships');
    expect(items).toHaveLength(20);
    const last = await withAll(String(at(items.at(-1), 'sync-token')), 'relationships');
    expect(last.map((item) => at(item, 'record-state'))).toEqual(['live', 'erased']);
    expect(at(last[1], 'relationships')).toBeUndefined();
  });
});

describe('more parties than fit into one response', () => {
  test('come in several, without gap or repetition', async () => {
    const sealed = await app.person({}, back('nl'));
    const columns = `kind, record_state, registration_profile, customer_status, individual_status, sort_name,
                     row_version, created_at, modified_at`;
    // Tombstones need no key, so they can be created quickly.
    await app.database.query(
      `insert into party.party (bank_id, party_number, ${columns})
       select bank_id, 'T' || n, kind, 'erased', registration_profile, customer_status, individual_status, '',
              row_version, created_at, modified_at
         from party.party, generate_series(1, 1003) as n where party_number = $1`,
      [sealed],
    );
    const pages: Synced[] = [];
    let token: string | undefined;
    do {
      const page: Synced = await synced(token, back('nl'));
      pages.push(page);
      token = page.token;
    } while (pages.at(-1)?.hasMore === true);
    expect(pages.map(({ items }) => items.length)).toEqual([500, 500, 4]);
    const numbers = pages.flatMap((page) => page.numbers);
    expect(new Set(numbers).size).toBe(1004);
    expect(numbers[0]).toBe(sealed);
  });
});

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { autocommitOf } from '#platform/db/reader.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type PartySortKey, partySortKeys } from '../domain/queries.ts';
import { listPartyRows } from './party-list.read.ts';
import { createPartyVault } from './party-vault.ts';
import { deleteRelationships } from './relationships.store.ts';
import { deleteUnusedWords } from './search-clean-up.store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const partyCount = 30_000;
const vault = createPartyVault(createLocalKeys([Buffer.alloc(32, 7)]));
const page = { page: 1, pageSize: 10, offset: 0, limit: 10, listWindow: 100 };

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into party.servicing_unit (bank_id, unit, parent_unit) values
    ($1, 'large', null), ($1, 'small', null), ($1, 'below', 'small'), ($1, 'empty', null)`,
    [bankId],
  );
  // Every 3,000th party belongs to a unit below the small one and has died.
  await database.query(
    `insert into party.party (bank_id, party_number, kind, record_state, registration_profile, customer_status,
       individual_status, servicing_unit, sort_name, personal, sensitive, row_version, created_at, modified_at)
     select $1, n::text, 'individual', 'live', 'customer', 'active',
            case when n % 3000 = 0 then 'deceased' else 'living' end,
            case when n % 3000 = 0 then 'below' else 'large' end,
            'name ' || n, '\\x00', '\\x00', 1, now() + n * interval '1 second', now() + n * interval '1 second'
       from generate_series(1, $2::int) as n`,
    [bankId, partyCount],
  );
  await database.query(
    `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, valid_from,
       recorded_at, superseded_at)
     select $1, gen_random_uuid(), n::text, (n + 1)::text, 'kinship', 'parent', '2026-01-01', now(), now()
       from generate_series(1, $2::int) as n`,
    [bankId, partyCount],
  );
  await database.query('analyze');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Returns the cost of the page and that of the count, which are two statements. */
async function costsOfList(
  mode: PlanMode,
  { sortBy = 'display-name', unit }: { readonly unit?: string; readonly sortBy?: PartySortKey },
): Promise<readonly number[]> {
  const visibility = {
    reach: unit === undefined ? 'all' : 'units',
    unit: unit ?? null,
    own: [],
    proxy: null,
  } as const;
  const filters = unit === undefined ? ({ individualStatus: 'deceased' } as const) : {};
  const costs: number[] = [];
  for (const wanted of ['rows', 'first'] as const) {
    const { buffers } = await meter.costOf(mode, (db) => {
      const never = async (): Promise<never> => new Promise(() => undefined);
      return listPartyRows({ rows: never, first: never, [wanted]: db[wanted] }, vault, {
        bankId,
        visibility,
        today: '2027-01-01',
        filters,
        sortBy,
        sortOrder: 'asc',
        page,
      });
    });
    costs.push(buffers);
  }
  return costs;
}

for (const mode of modes) {
  test.each(partySortKeys)(
    `an employee lists the parties of a small unit by %s, by a ${mode}`,
    async (sortBy) => {
      for (const unit of ['small', 'empty', 'large'])
        expect(Math.max(...(await costsOfList(mode, { unit, sortBy })))).toBeLessThan(200);
    },
  );

  test(`parties that have died are found without reading the others, by a ${mode}`, async () => {
    expect(Math.max(...(await costsOfList(mode, {})))).toBeLessThan(100);
  });

  test(`erasing a party reads its own relationships only, superseded ones too, by a ${mode}`, async () => {
    const { buffers } = await meter.costOf(mode, (db) => deleteRelationships(db, bankId, '15000'));
    expect(buffers).toBeLessThan(60);
  });
}

test('the clean-up of the dictionary looks at a few words, continues behind them, and starts again at the end', async () => {
  await database.query(
    `insert into party.search_word (bank_id, word, field, bearers)
     select $1, 'word' || lpad(n::text, 6, '0'), 'f', 1 from generate_series(1, 20000) as n`,
    [bankId],
  );
  await database.query(
    `insert into party.search_posting (bank_id, word, field, modified_at, party_number)
     select $1, 'word' || lpad(n::text, 6, '0'), 'f', now(), n::text from generate_series(1, 20000) as n
      where n % 1000 <> 0`,
    [bankId],
  );
  await database.query('analyze');
  const { buffers } = await meter.costOf('force_generic_plan', (db) =>
    deleteUnusedWords(autocommitOf(db), 100),
  );
  expect(buffers).toBeLessThan(2_000);
  await using client = await connect();
  const looked: number[] = [];
  for (let round = 0; round < 4; round += 1)
    looked.push(await client.call('party.delete_unused_words(8000)'));
  // The third pass reaches the end, the fourth one starts again.
  expect(looked).toEqual([8000, 8000, 4000, 8000]);
  const left = await database.query(`select 1 from party.search_word where word like 'word%'`);
  expect(left).toHaveLength(19_980);
});

test('a word with many bearers is deleted on the second pass, so that no save is missed', async () => {
  await database.query(
    `insert into party.search_word (bank_id, word, field, bearers) values ($1, 'zzcommon', 'f', 5000)`,
    [bankId],
  );
  const words = () => database.query(`select bearers from party.search_word where word = 'zzcommon'`);
  await database.query(`delete from party.search_clean_up`);
  await using client = await connect();
  await client.call('party.delete_unused_words(100000)');
  expect(await words()).toEqual([{ bearers: 1 }]);
  await client.call('party.delete_unused_words(100000)');
  expect(await words()).toEqual([]);
});

const save = (number: string, words: string): string =>
  `party.save_search_entry('${number}', 'individual', null, now(), '${words}', '', '', null)`;

test('a party is saved while another one is erased in a transaction that is still open', async () => {
  await using erasing = await connect();
  await using saving = await connect();
  await erasing.call(save('e1', ' erasedname/f '));
  await erasing.run('begin');
  await erasing.call(`party.remove_search_entry('e1')`);
  await saving.run(`set lock_timeout = '2s'`);
  await expect(saving.call(save('e2', ' othername/f '))).resolves.toBe(0);
  await erasing.run('commit');
});

test('a name that an erasure deletes and a save brings at the same time stays in the dictionary with its typos', async () => {
  await using erasing = await connect();
  await using saving = await connect();
  await erasing.call(save('r1', ' rarename/f '));
  await saving.run('begin');
  await saving.call(save('r2', ' rarename/g '));
  const erased = erasing.call(`party.remove_search_entry('r1')`);
  await saving.run('commit');
  await erased;
  const words = await database.query(`select field from party.search_word where word = 'rarename'`);
  const typos = await database.query(`select typo from party.search_typo where word = 'rarename'`);
  expect(words).toEqual([{ field: 'g' }]);
  expect(typos.length).toBeGreaterThan(5);
});

interface Connection extends AsyncDisposable {
  run(text: string): Promise<void>;
  /** Returns the value of a function. */
  call(call: string): Promise<number>;
}

async function connect(): Promise<Connection> {
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  await client.query(`select set_config('portico.bank_id', $1, false)`, [bankId]);
  return {
    run: async (text) => void (await client.query(text)),
    async call(call) {
      const { rows } = await client.query<{ value: unknown }>(`select ${call} as value`);
      return Number(rows[0]?.value ?? 0);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

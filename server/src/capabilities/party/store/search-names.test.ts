import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamicStatement } from '#platform/db/statement.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { runCommand } from '#platform/work/command.ts';
import type { SearchField } from '../domain/search-scoring.ts';
import { upsertSearchEntry } from './search-index.store.ts';
import { numbersNamed } from './search-names.ts';
import { rawQuery } from './tables.ts';

let lab: Lab;
const people: Readonly<Record<string, readonly (readonly [SearchField, string])[]>> = {
  'p-1': [
    ['given-name', 'maria'],
    ['middle-name', 'marianna'],
    ['surname', 'lindemann'],
    ['address', 'berlin'],
  ],
  'p-2': [
    ['given-name', 'maria'],
    ['surname', 'li'],
    ['former-surname', 'lindgren'],
  ],
  'p-3': [
    ['registered-name', 'linde'],
    ['registered-name', 'gmbh'],
    ['commercial-name', 'maria'],
  ],
};
beforeAll(async () => {
  lab = await createLab();
  await runCommand(lab.context(), async (work) => {
    for (const [partyNumber, words] of Object.entries(people)) {
      upsertSearchEntry(work, {
        bankId: '01',
        partyNumber,
        kind: 'individual',
        servicingUnit: undefined,
        modifiedAt: Temporal.Instant.from('2026-05-01T12:00:00Z'),
        words: words.map(([field, word]) => ({ field, word })),
        places: [],
      });
    }
    work.audit({ aggregateKind: 'test', aggregateId: 'x', changes: [] });
  });
});
afterAll(() => lab[Symbol.asyncDispose]());

async function named(name: string, bankId = '01'): Promise<readonly string[]> {
  const query = sql<{ party_number: string }>`
    select party_number from unnest(${Object.keys(people)}::text[]) as party (party_number)
     where party_number in (${numbersNamed(name)}) order by 1`;
  const rows = await lab.database.app.forBank(bankId).rows(dynamicStatement(rawQuery(query)));
  return rows.map((row) => row.party_number);
}

test.each([
  ['maria', ['p-1', 'p-2', 'p-3']],
  ['MÁRIA lind', ['p-1', 'p-2', 'p-3']],
  ['maria linde', ['p-1', 'p-3']],
  ['mari marian', ['p-1']],
  ['marianna maria', ['p-1']],
  ['li', ['p-1', 'p-2', 'p-3']],
  ['l m', ['p-1', 'p-2', 'p-3']],
  ['maria l g', ['p-3']],
  ['lindgren', ['p-2']],
  ['lindgrem', []],
  ['berlin', []],
  ['maria berlin', []],
  ['?', []],
])('%s finds %j', async (name, expected) => {
  expect(await named(name)).toEqual(expected);
});

test('finds no party of another bank', async () => {
  expect(await named('maria', '02')).toEqual([]);
});

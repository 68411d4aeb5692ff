import { Temporal } from 'temporal-polyfill';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { searchIndexRows } from '../harness/registry-party.ts';
import { type CellFill, fillCustomers } from './fill-customers.ts';
import { fillLedger } from './fill-ledger.ts';
import { fillMessages } from './fill-messages.ts';

/** Tables whose indexes are created after their rows, which is several times as fast. */
const indexedLater = [
  'correspondence.communication',
  'correspondence.content',
  'correspondence.mailbox_message',
  'identity.login_event',
  'ledger.posting',
  'ledger.journal_entry',
  'party.party',
  'party.party_lookup',
  'party.party_fact',
  'party.search_entry',
  'party.search_posting',
];

/** How long the fill took. */
export interface FillTimes {
  readonly seconds: number;
}

/** Fills a cell: customers, a year of their history, and the statistics of the planner. */
export async function fillCell(database: TestDatabase, fill: Omit<CellFill, 'url'>): Promise<FillTimes> {
  const startedAt = performance.now();
  const note = (what: string): void =>
    console.error(`${what}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  await database.query(`alter database ${database.name} set synchronous_commit = off`);
  await createAuditPartitions(database);
  const indexes = await dropIndexes(database);
  await fillCustomers({ ...fill, url: database.ownerUrl });
  note('customers');
  await database.query(searchIndexRows);
  note('search');
  await fillMessages({ ...fill, url: database.ownerUrl });
  note('messages');
  await withoutTriggers(database, () => fillLedger(database));
  note('entries');
  for (const definition of indexes) await database.query(definition);
  note('indexes');
  await database.query('vacuum analyze');
  await database.query(`alter database ${database.name} reset synchronous_commit`);
  await database.query('checkpoint');
  note('statistics');
  return { seconds: (performance.now() - startedAt) / 1_000 };
}

const monthsFilled = 13;

/** Creates the partitions of the past year, as the worker would have done month by month. */
async function createAuditPartitions(database: TestDatabase): Promise<void> {
  const thisMonth = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
  for (let month = monthsFilled; month >= 0; month -= 1) {
    const first = thisMonth.subtract({ months: month });
    await database.query('select platform.create_partition($1, $2, $3)', [
      'audit_entry',
      first.toString(),
      first.add({ months: 1 }).toString(),
    ]);
  }
}

/** Drops the indexes that keep no constraint; returns the statements that create them again. */
async function dropIndexes(database: TestDatabase): Promise<readonly string[]> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
      where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [indexedLater],
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  return indexes.map(({ definition }) => definition);
}

/** The ledger checks every entry when it is committed; these are in balance by their making. */
async function withoutTriggers(database: TestDatabase, fill: () => Promise<void>): Promise<void> {
  await database.query('alter table ledger.posting disable trigger all');
  await fill();
  await database.query('alter table ledger.posting enable trigger all');
}

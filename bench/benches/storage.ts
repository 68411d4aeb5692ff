import { writeFile } from 'node:fs/promises';
import { startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { startNats } from '../../server/src/platform/testing/nats-server.ts';
import { createConsentBank } from '../harness/consent-bank.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { measureRows } from '../storage/copy-rows.ts';
import { type BusinessSize, doBusiness } from '../storage/day-of-business.ts';
import { type GrowingTable, growingTables } from '../storage/growing-tables.ts';
import { storageChart, storagePage } from '../storage/storage-page.ts';
import { type WalByTable, walByTable, walPosition } from '../storage/wal-by-table.ts';
import { type MeasuredTable, storedRowsOf, yearlyAfter, yearlyBefore } from '../storage/yearly.ts';

const sizes: Readonly<Record<'short' | 'full', BusinessSize & { readonly copies: number }>> = {
  short: { consents: 4, payments: 10, messages: 10, signIns: 4, copies: 2_000 },
  full: { consents: 60, payments: 200, messages: 300, signIns: 60, copies: 10_000 },
};
const payersCount = 20;
const cents = 1_000_000n;
/** WAL of the run must still exist when it is read. */
const settings = { ...noUpkeep, wal_keep_size: '16GB' };
const docs = new URL('../../docs/', import.meta.url);

/**
 * Measures the bytes that a row of each growing table takes, and the WAL that it causes, and computes both for a year of
 * a cell. The full size writes the page of the documentation.
 */
export async function benchStorage(isShort: boolean): Promise<readonly Figure[]> {
  const size = sizes[isShort ? 'short' : 'full'];
  await using postgres = await startPostgres(settings);
  await using opened = new AsyncDisposableStack();
  const mail = await startMailServer();
  opened.defer(() => mail.stop());
  const email = {
    server: `smtp-plain://127.0.0.1:${mail.port}`,
    senders: { '01': { name: 'Bank 01', address: 'post@bank01.example' } },
    networks: ['127.0.0.0/8'],
  };
  const nats = opened.use(await startNats());
  const env = {
    PORTICO_DELIVERY: JSON.stringify({ email }),
    PORTICO_NATS_SERVERS: nats.url,
    PORTICO_NATS_STREAM: 'storage',
  };
  const bank = opened.use(await createConsentBank({ server: postgres.url, env }));
  const { database } = bank.bank.instance;
  const customers = {
    holders: await bank.holders(size.consents, 'holder'),
    payers: await bank.bank.payers(payersCount, cents),
  };
  const processes = [bank.apis[0].process, bank.bank.api, bank.bank.worker];
  for (const one of processes.slice(0, 2)) await one.start();
  const [rowsBefore, from] = [await countRows(database), await walPosition(database)];
  await doBusiness(bank, customers, size);
  const [rowsAfter, to] = [await countRows(database), await walPosition(database)];
  await Promise.all(processes.map((one) => one.kill()));
  const wal = await walByTable(database, { from, to });
  const measured: MeasuredTable[] = [];
  const show = progress('tables', growingTables.length);
  for (const one of growingTables) {
    const rows = (rowsAfter.get(one.name) ?? 0) - (rowsBefore.get(one.name) ?? 0);
    const found = await measure(database, one, { rows, wal, copies: size.copies });
    if (found !== undefined) measured.push(found);
    show(growingTables.indexOf(one) + 1);
  }
  showTables(measured);
  if (!isShort) await writePage(database, measured, { size, wal });
  return figuresOf(measured);
}

async function countRows(database: TestDatabase): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of growingTables) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${name.replace('authorization.', '"authorization".')}`,
    );
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

async function measure(
  database: TestDatabase,
  one: GrowingTable,
  { copies, rows, wal }: { readonly rows: number; readonly wal: WalByTable; readonly copies: number },
): Promise<MeasuredTable | undefined> {
  const size = await measureRows(database, one.name, copies);
  if (size === undefined || rows <= 0) return undefined;
  return {
    table: one,
    ...size,
    lifeWal: (wal.bytes.get(one.name) ?? 0) / rows,
    storedRows: await storedRows(database, one),
  };
}

/** A later migration may delete rows earlier. */
async function storedRows(database: TestDatabase, one: GrowingTable): Promise<number> {
  const { shortened } = one;
  if (shortened === undefined) return storedRowsOf(one);
  const [row] = await database.query<{ is_there: boolean }>(
    'select to_regprocedure($1) is not null as is_there',
    [shortened.byFunction],
  );
  return row?.is_there === true ? shortened.storedRows : storedRowsOf(one);
}

function showTables(measured: readonly MeasuredTable[]): void {
  const gb = (value: number | undefined): string => value?.toFixed(1) ?? '';
  console.log(
    table(
      ['table', 'heap', 'indexes', 'WAL insert', 'WAL life', 'GB stored', 'before', 'GB WAL', 'before'],
      measured.map((one) => [
        one.table.name,
        Math.round(one.heap),
        Math.round(one.indexes),
        Math.round(one.insertWal),
        Math.round(one.lifeWal),
        gb(yearlyAfter(one).storedGb),
        gb(yearlyBefore(one.table)?.storedGb),
        gb(yearlyAfter(one).walGb),
        one.table.before?.wal === undefined ? '' : gb(yearlyBefore(one.table)?.walGb),
      ]),
    ),
  );
}

async function writePage(
  database: TestDatabase,
  measured: readonly MeasuredTable[],
  { size, wal }: { readonly size: BusinessSize & { readonly copies: number }; readonly wal: WalByTable },
): Promise<void> {
  const [last] = await database.query<{ name: string }>(
    'select name from public.portico_migration order by name desc limit 1',
  );
  const counted = measured.reduce((sum, one) => sum + (wal.bytes.get(one.table.name) ?? 0), 0);
  const all = [...wal.bytes.values()].reduce((sum, bytes) => sum + bytes, wal.otherBytes);
  const page = storagePage({
    measured,
    otherWalShare: 1 - counted / all,
    migration: last?.name ?? '',
    business: `${size.consents} consents approved with a code and read once, ${size.payments} payments from the initiation to the ledger, ${size.messages} parties registered with a message each, half of them by e-mail, ${size.signIns} sign-ins`,
    copies: size.copies,
  });
  const chart = storageChart(measured);
  await writeFile(new URL('storage.md', docs), page);
  await writeFile(new URL('figures/storage.svg', docs), chart);
  console.log('written: docs/storage.md, docs/figures/storage.svg');
}

function figuresOf(measured: readonly MeasuredTable[]): readonly Figure[] {
  const missing = growingTables.filter(({ name }) => !measured.some((one) => one.table.name === name));
  const total = (part: 'storedGb' | 'walGb'): number =>
    measured.reduce((sum, one) => sum + yearlyAfter(one)[part], 0);
  return [
    {
      name: 'storage of a cell after a year; WAL of a year',
      figure: `${Math.round(total('storedGb'))} GB; ${Math.round(total('walGb'))} GB`,
      goal: 'reported',
      isReached: true,
    },
    {
      name: 'storage, growing tables without rows of the product',
      figure:
        `${missing.length} of ${growingTables.length} ${missing.map(({ name }) => name).join(', ')}`.trim(),
      goal: '0',
      isReached: missing.length === 0,
    },
  ];
}

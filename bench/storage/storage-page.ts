import { barChart } from '../harness/chart.ts';
import { type GrowingTable, growingTables } from './growing-tables.ts';
import { type MeasuredTable, type Yearly, yearlyAfter, yearlyBefore } from './yearly.ts';

/** Tables of one kind of business, which the chart shows as one part. */
const areas: readonly (readonly [string, RegExp])[] = [
  ['audit, events', /^platform\.(?:audit|event|outbox|idempotency)/],
  ['messages, codes', /^correspondence\.|otp_verification$/],
  ['sign-ins', /^identity\./],
  ['signatures', /^authorization\.signature/],
  ['third parties', /^(?:payments|sca|consents)\.|request_mark$/],
  ['ledger', /^ledger\./],
];

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const tenth = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
const sumOf = (years: readonly (Yearly | undefined)[], part: keyof Yearly): number =>
  years.reduce((sum, year) => sum + (year?.[part] ?? 0), 0);

/** What the page says about the run itself. */
export interface StorageRun {
  readonly measured: readonly MeasuredTable[];
  readonly otherWalShare: number;
  readonly migration: string;
  readonly business: string;
  readonly copies: number;
}

/** Returns the page of the documentation. */
export function storagePage(run: StorageRun): string {
  const { business, copies, measured, migration, otherWalShare } = run;
  const known = measured.filter(({ table }) => table.before !== undefined);
  const [before, after] = [known.map(({ table }) => yearlyBefore(table)), measured.map(yearlyAfter)];
  return `# Storage and WAL of a cell

Two million customers, one year. \`npm run bench -- storage\` writes this page and its chart; do not edit them.

![Storage and WAL per year](figures/storage.svg)

| | Before, GB | After, the same tables, GB | After, all tables, GB |
|---|---:|---:|---:|
| stored after a year | ${whole(sumOf(before, 'storedGb'))} | ${whole(sumOf(known.map(yearlyAfter), 'storedGb'))} | ${whole(sumOf(after, 'storedGb'))} |
| WAL of a year | ${whole(sumOf(before, 'walGb'))} | ${whole(sumOf(known.filter(({ table }) => table.before?.wal !== undefined).map(yearlyAfter), 'walGb'))} | ${whole(sumOf(after, 'walGb'))} |

Before: the review of commit 638b503, with its rates; it measured WAL for audit entries, events and messages only, and the middle column compares those. After: the state up to migration \`${migration}\`.

## Each table

Bytes per row; rows in millions. *WAL insert* is an insert with its indexes; *WAL life* also has every later change of the row.

| Table | Rows a year | Stored | Heap | Indexes | before | WAL insert | WAL life | before | Stored, GB | before | WAL, GB | before |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${measured.map(rowOf).join('\n')}

## Assumptions

| Table | Rows a year, millions | Why | Kept |
|---|---:|---|---|
${growingTables.map(({ assumption, name, retention, rowsPerYear }) => `| ${name} | ${rowsPerYear} | ${assumption} | ${retention} |`).join('\n')}

- Rows were written by the processes of the product: ${business}. Then up to 1,000 rows of each table were copied ${whole(copies)} times, with other keys and times, into the emptied table, and heap and indexes were measured. Free space that changes and deletions leave is not included.
- WAL is that of the run, by \`pg_waldump\`, divided by the new rows of the table. Full-page images do not count, as in the review; how many there are depends on how often checkpoints are. Records that belong to no table (commits, catalogues, other tables of the run) are ${Math.round(otherWalShare * 100)} % of all and not included. Deletions by retention are not included.
- *WAL insert* has the splits of index pages of a table with many rows, *WAL life* those of the small tables of the run; so it can be less for rows that never change.
- WAL of an event before includes its row in \`event_sequence\`, which has its own line after.
- Parties and users (17 GB in all) do not grow by the year and are left out.
- \`ledger\` tables count only if the ledger of the product is the core of the bank.
`;
}

function rowOf(one: MeasuredTable): string {
  const { heap, indexes, insertWal, lifeWal, storedRows, table } = one;
  const { before } = table;
  const [then, now] = [yearlyBefore(table), yearlyAfter(one)];
  const cells = [
    table.name,
    whole(table.rowsPerYear),
    tenth(storedRows),
    whole(heap),
    whole(indexes),
    before === undefined ? '' : `${before.heap} + ${before.indexes}`,
    whole(insertWal),
    whole(lifeWal),
    before?.wal === undefined ? '' : whole(before.wal),
    tenth(now.storedGb),
    then === undefined ? '' : tenth(then.storedGb),
    tenth(now.walGb),
    before?.wal === undefined ? '' : tenth(then?.walGb ?? 0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the chart: storage and WAL, before and after, by kind of business. */
export function storageChart(measured: readonly MeasuredTable[]): string {
  const bar = (
    name: string,
    valueOf: (one: MeasuredTable) => number,
  ): { name: string; parts: { name: string; value: number }[] } => ({
    name,
    parts: areas.map(([area, pattern]) => ({
      name: area,
      value: Math.round(
        measured.filter(({ table }) => pattern.test(table.name)).reduce((sum, one) => sum + valueOf(one), 0),
      ),
    })),
  });
  const before =
    (part: keyof Yearly) =>
    ({ table }: { readonly table: GrowingTable }) =>
      yearlyBefore(table)?.[part] ?? 0;
  const after = (part: keyof Yearly) => (one: MeasuredTable) => yearlyAfter(one)[part];
  return barChart({
    nameWidth: 120,
    title: 'A cell with two million customers: GB of a year',
    unit: 'GB',
    bars: [
      bar('stored before', before('storedGb')),
      bar('stored after', after('storedGb')),
      bar('WAL before', before('walGb')),
      bar('WAL after', after('walGb')),
    ],
  });
}

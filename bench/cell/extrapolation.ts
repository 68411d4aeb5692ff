import { type CellResult, cpuMsOf, growthOf, type KindUse } from './cell-result.ts';
import { busiestHourShare, cellCustomers, eventsPerYear, yearProfile } from './year-profile.ts';

const hoursPerYear = 8_760;
const secondsPerHour = 3_600;
const msPerSecond = 1_000;

/** Tables with rows for each customer, not for each event. */
const customerTables = [
  'party.',
  'identity.user_account',
  'identity.user_credential',
  'sca.strong_authentication',
  'ledger.account',
  'ledger.balance',
  'consents.consent',
];
const entryTables = ['ledger.journal_entry', 'ledger.posting'];

/** Returns the text that multiplies what one event and one customer take by the size of a full cell. */
export function extrapolation(result: CellResult): string {
  const { filled, kinds, size } = result;
  const rows = kinds.map((kind) => yearOf(result, kind));
  const sum = (pick: (row: YearOfKind) => number): number => rows.reduce((all, row) => all + pick(row), 0);
  const bytesOf = (isIncluded: (name: string) => boolean): number =>
    [...filled].reduce(
      (all, [name, { heapBytes, indexBytes }]) => (isIncluded(name) ? all + heapBytes + indexBytes : all),
      0,
    );
  const perCustomer =
    bytesOf((name) => customerTables.some((prefix) => name.startsWith(prefix))) / size.customers;
  const perEntry =
    bytesOf((name) => entryTables.includes(name)) /
    (size.customers * (yearProfile.months * yearProfile.entriesPerMonth + 1));
  const perSecond = sum(({ events }) => events) / (hoursPerYear * secondsPerHour);
  const busiest = perSecond * 24 * busiestHourShare;
  const averageMs = sum(({ cpuSeconds }) => cpuSeconds * msPerSecond) / sum(({ events }) => events);
  const lines = rows.map(
    ({ cpuSeconds, events, kept, name, wal }) =>
      `| ${name} | ${millions(events)} | ${giga(kept)} | ${giga(wal)} | ${Math.round(cpuSeconds / secondsPerHour)} |`,
  );
  return [
    '| Event | Million a year | GB kept a year | GB of WAL a year | Processor hours a year |',
    '|---|---|---|---|---|',
    ...lines,
    `| **All** | ${millions(sum(({ events }) => events))} | ${giga(sum(({ kept }) => kept))} | ${giga(sum(({ wal }) => wal))} | ${Math.round(sum(({ cpuSeconds }) => cpuSeconds) / secondsPerHour)} |`,
    '',
    `- **Customers themselves** (party, search, user, accounts, consents): ${(perCustomer / 1e3).toFixed(1)} kB each, ${giga(perCustomer * cellCustomers)} GB for a cell, once.`,
    `- **Entries of the reference ledger** that are no payments of third parties: ${Math.round(perEntry)} bytes each with both postings and indexes; at 240 a year ${giga(perEntry * 240 * cellCustomers)} GB a year. A bank whose core keeps the entries has none of it.`,
    `- **Rate**: ${perSecond.toFixed(0)} events per second on average, ${busiest.toFixed(0)} in the busiest hour. At ${averageMs.toFixed(1)} ms of processor time for an event of this distribution, the busiest hour needs ${((busiest * averageMs) / msPerSecond).toFixed(1)} cores for PostgreSQL, api and worker together.`,
    machineText(result, busiest),
  ].join('\n');
}

function machineText({ held, perSecond }: CellResult, busiest: number): string {
  const rate = `${perSecond.toFixed(1)} events per second of the mix`;
  if (held.failures.length > 0)
    return `- **This machine** did not hold ${rate}: ${held.failures.length.toLocaleString('en')} requests failed. How many customers it carries cannot be said from this run.`;
  const customers = Math.round((perSecond / busiest) * cellCustomers).toLocaleString('en');
  return `- **This machine** held ${rate} with reserve: the busiest hour of ${customers} customers.`;
}

interface YearOfKind {
  readonly name: string;
  readonly events: number;
  readonly kept: number;
  readonly wal: number;
  readonly cpuSeconds: number;
}

function yearOf(result: CellResult, { name, use }: KindUse): YearOfKind {
  const events = (eventsPerYear[name] ?? 0) * cellCustomers;
  const ms = Object.values(cpuMsOf(use)).reduce((sum, one) => sum + one, 0);
  return {
    name,
    events,
    kept: growthOf(result, use).kept * events,
    wal: (use.walBytes / use.events) * events,
    cpuSeconds: (ms * events) / msPerSecond,
  };
}

const millions = (value: number): string => Math.round(value / 1e6).toLocaleString('en');
const giga = (bytes: number): string => Math.round(bytes / 1e9).toLocaleString('en');

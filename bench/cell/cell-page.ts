import { writeFile } from 'node:fs/promises';
import { outFolder } from '../harness/against-bare.ts';
import { percentile } from '../harness/http-load.ts';
import { type CellResult, cpuMsOf, grownBytesOf, growthOf, isShortLived } from './cell-result.ts';
import { extrapolation } from './extrapolation.ts';
import { busiestHourShare, cellCustomers, eventsPerYear, yearProfile } from './year-profile.ts';

/** Writes the page of a run, and its numbers, to `out/`; `docs/cell.md` is the page of a published run. */
export async function writePage(result: CellResult): Promise<void> {
  await writeFile(new URL('cell.md', outFolder), pageOf(result));
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? Object.fromEntries(value) : value;
  const { held, ...rest } = result;
  const { samples: _, ...load } = held;
  await writeFile(new URL('cell.json', outFolder), JSON.stringify({ ...rest, held: load }, plain, 2));
}

function pageOf(result: CellResult): string {
  const { databaseBytes, fillSeconds, held, machine, perSecond, size } = result;
  const grown = growthOf(result, held.use);
  return `# A cell at size

\`npm run nightly:cell\` fills a database with customers and a year of their history, starts the api, the worker, a mail server and an SMS gateway, and runs the day's mix at 70 % of the rate that the machine holds. It wrote this page.

- **Scale**: ${count(size.customers)} customers, ${gigabytes(databaseBytes)} after the fill (${kilobytes(databaseBytes / size.customers)} each), filled in ${count(fillSeconds)} s.
- **Machine**: ${machine}; PostgreSQL, api, worker, mail server, SMS gateway and the client share it. Every commit waits for the disk.
- **Mix**: ${perSecond.toFixed(1)} business events per second for ${held.seconds} s; ${count(held.use.events)} events, ${count(held.samples.length)} requests, ${count(held.failures.length)} failed.

## What is in the database

Each customer has a party with its facts and search index, a user with a password, a current account, every second one a savings account, every tenth a consent of a third party. For each of ${yearProfile.months} months: ${yearProfile.statementsPerMonth} announcement of a statement in the mailbox, ${yearProfile.signInsPerMonth} sign-in with a code by SMS, ${yearProfile.entriesPerMonth} entries of the current account. Messages, profiles, parties, facts, consents and addresses are sealed with the keys of the bank, and audit entries are chained, as the product does it. Day-end balances of the reference ledger exist for the month ends only, and the outbox is empty, as after its retention of three days.

${table(['Table', 'MB', 'Bytes per customer'], tableRows(result))}

## Response times

${rampText(result)}

![Response times of the mix](figures/cell-latency.svg)

${table(['Request', 'Count', 'p50 ms', 'p95 ms', 'p99 ms'], latencyRows(result))}

A sign-in to the second factor is five requests, and its time includes the hash of the password. Times count from when a request was due. The codes arrive through the worker and the SMS gateway.

${failureText(result)}## Processor time and growth of one event

Each kind of event alone, before the mix, with all that the worker does afterwards. In the mix an event took ${totalMs(held.use).toFixed(1)} ms of processor time (${partsText(held.use)}), ${kilobytes(held.use.walBytes / held.use.events)} of WAL and ${kilobytes(grown.kept + grown.passing)} of tables and indexes.

![Processor time of one event](figures/cell-processor.svg)

![Growth of one event](figures/cell-growth.svg)

${table(
  ['Event', 'Count', 'PostgreSQL ms', 'api ms', 'worker ms', 'Kept kB', 'Kept for days kB', 'WAL kB'],
  kindRows(result),
)}

What the mix added, the twelve tables that grew most:

${table(['Table', 'Rows per event', 'Bytes per event', 'Kept'], growthRows(result))}

## Extrapolation to a full cell

${extrapolation(result)}

Assumptions:

- ${count(cellCustomers)} customers; events of a customer in a year: ${Object.entries(eventsPerYear)
    .map(([name, events]) => `${name} ${events}`)
    .join(', ')}. These are estimates to be replaced by the figures of a bank.
- The busiest hour of a day has ${busiestHourShare * 100} % of its events.
- An event costs at two million customers what it costs here. That holds where its statements read by key; \`npm run torture -- growth\` checks it for every statement. It does not hold for what does not fit into memory: a full cell reads more from disk.
- WAL includes full-page images of this run, whose share depends on the distance of checkpoints.
- Growth is the rows that were inserted, each with the bytes that a row of its table and its indexes have after the fill; for tables that the fill leaves empty, their pages, which short runs round up. Dead rows that wait for vacuum are not included. What is deleted within days is not counted for a year.
`;
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const tablesShown = 14;

function tableRows({ filled, size }: CellResult): readonly (readonly string[])[] {
  return [...filled]
    .map(([name, { heapBytes, indexBytes }]): [string, number] => [name, heapBytes + indexBytes])
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, tablesShown)
    .map(([name, bytes]) => [`\`${name}\``, (bytes / 1e6).toFixed(1), count(bytes / size.customers)]);
}

function rampText({ perSecond, ramp }: CellResult): string {
  if (ramp.length === 0) return `The rate was given: ${perSecond} events per second.`;
  const steps = ramp.map(
    ({ failures, isHeld, p95Ms, perSecond: rate }) =>
      `${rate.toFixed(1)} (p95 ${count(p95Ms)} ms${failures > 0 ? `, ${failures} failed` : ''}${isHeld ? '' : ', not held'})`,
  );
  return `The ramp, in events per second: ${steps.join(', ')}. A rate is held if no request fails, p95 is within a second and nothing piles up.`;
}

function latencyRows({ held }: CellResult): readonly (readonly string[])[] {
  const kinds = Map.groupBy(held.samples, ({ kind }) => kind);
  return [...kinds]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, samples]) => {
      const values = samples.map(({ latencyMs }) => latencyMs);
      return [
        kind,
        count(values.length),
        ...[0.5, 0.95, 0.99].map((share) => count(percentile(values, share))),
      ];
    });
}

function failureText({ held }: CellResult): string {
  if (held.failures.length === 0) return '';
  // Of a response its status is enough; the body may be a page.
  const reasons = Map.groupBy(
    held.failures,
    ({ kind, reason }) => `${kind}: ${/^\d{3}\b/.exec(reason)?.[0] ?? reason}`,
  );
  const lines = [...reasons].map(([reason, all]) => `- ${all.length} × ${reason}`);
  return `Failed requests:\n\n${lines.join('\n')}\n\n`;
}

function totalMs(use: CellResult['held']['use']): number {
  return Object.values(cpuMsOf(use)).reduce((sum, ms) => sum + ms, 0);
}

function partsText(use: CellResult['held']['use']): string {
  return Object.entries(cpuMsOf(use))
    .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
    .join(', ');
}

function kindRows(result: CellResult): readonly (readonly string[])[] {
  return result.kinds.map(({ name, use }) => {
    const ms = cpuMsOf(use);
    const { kept, passing } = growthOf(result, use);
    const bytes = [kept, passing, use.walBytes / use.events];
    return [
      name,
      count(use.events),
      ...[ms.PostgreSQL, ms.api, ms.worker].map((one) => one.toFixed(1)),
      ...bytes.map((one) => (one / 1e3).toFixed(1)),
    ];
  });
}

const grownShown = 12;

function growthRows(result: CellResult): readonly (readonly string[])[] {
  const { use } = result.held;
  return [...use.tables]
    .map(([name, size]) => ({ name, inserted: size.inserted, bytes: grownBytesOf(result, name, size) }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, grownShown)
    .map(({ bytes, inserted, name }) => [
      `\`${name}\``,
      (inserted / use.events).toFixed(2),
      count(bytes / use.events),
      isShortLived(name) ? 'days' : 'yes',
    ]);
}

import { cpus, loadavg } from 'node:os';
import { chanceFrom } from '../harness/chance.ts';
import { percentile } from '../harness/http-load.ts';
import { startProgram } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';
import { keysOf } from '../harness/sign-in-people.ts';
import { type CellBank, createCellBank } from './cell-bank.ts';
import { writeCharts } from './cell-charts.ts';
import { createCellClient } from './cell-client.ts';
import { cellBank } from './cell-customer.ts';
import { writePage } from './cell-page.ts';
import type { CellResult, HeldLoad, KindUse } from './cell-result.ts';
import { type CellSize, cellSizeFrom } from './cell-size.ts';
import { fillCell } from './fill.ts';
import { dayMix, type FlowDeps } from './flows.ts';
import { arrivalKind, findRate, type RampStep, runEvents, runMix } from './load.ts';
import { type CellMeter, createCellMeter, useBetween } from './meter.ts';
import { openTextInbox } from './text-inbox.ts';

const seed = 20_261_117;
/** What a cell may be loaded with permanently, of the rate that it just holds. */
const heldShare = 0.7;
const unheldShare = 0.4;
const atOnce = 4;
const goals = { p95Ms: 1_000, p95GuardMs: 60_000 } as const;

/**
 * Fills a cell, runs the day's mix through the product's processes at a rate that they hold, and measures response
 * times, processor time and growth. Writes charts, and a page that extrapolates to a full cell.
 */
export async function runCell(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Figure[]> {
  const size = await cellSizeFrom(environment);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, load ${loadavg()[0]?.toFixed(1)} before the run`;
  console.error(`cell: size ${size.name}, ${size.customers} customers, ${machine}`);
  await using bank = await createCellBank(size.name === 'full' ? 'own' : 'shared');
  const { database } = bank.bank.instance;
  const fill = await fillCell(database, { keys: keysOf(bank.bank.instance), customers: size.customers });
  await startProcesses(bank);
  const client = await createCellClient(bank);
  await using inbox = await openTextInbox(bank.sms);
  const deps: FlowDeps = { bank, client, inbox, chance: chanceFrom(seed), customers: size.customers };
  const meter = await createCellMeter(bank);
  const filled = await meter.read();
  // Compiles the code and fills the caches before anything is measured.
  await runMix(deps, { perSecond: size.perSecond, seconds: size.warmUpSeconds });
  // First, while vacuum has nothing to do that would count as theirs.
  const kinds = await measureKinds(deps, meter, size.eventsOfKind);
  const ramp = size.rampSeconds === undefined ? [] : await findRate(deps, size.rampSeconds);
  await meter.settled();
  const perSecond = rateToHold(ramp, size);
  const held = await hold(deps, meter, { perSecond, seconds: size.holdSeconds });
  const result: CellResult = {
    size,
    machine,
    fillSeconds: fill.seconds,
    filled: filled.tables,
    databaseBytes: [...filled.tables.values()].reduce(
      (sum, { heapBytes, indexBytes }) => sum + heapBytes + indexBytes,
      0,
    ),
    ramp,
    perSecond,
    held,
    kinds,
  };
  await writeCharts(result);
  await writePage(result);
  return figuresOf(result);
}

async function startProcesses({ bank }: CellBank): Promise<void> {
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const published = startProgram({
    args: ['server/src/main.ts', 'templates', 'publish', '--bank', cellBank],
    env: bank.env,
  });
  if ((await published.ended) !== 0) throw new Error('the templates were not published');
}

/** The largest rate of the ramp that was held, less what a cell keeps for bad days; a part of the first if none was. */
function rateToHold([first, ...others]: readonly RampStep[], { perSecond }: CellSize): number {
  if (first === undefined) return perSecond;
  const best = [first, ...others].filter(({ isHeld }) => isHeld).at(-1);
  return best === undefined ? first.perSecond * unheldShare : best.perSecond * heldShare;
}

async function hold(
  deps: FlowDeps,
  meter: CellMeter,
  load: { readonly perSecond: number; readonly seconds: number },
): Promise<HeldLoad> {
  console.error(`mix: ${load.perSecond.toFixed(1)} events per second for ${load.seconds} s`);
  const before = await meter.read();
  const { events, failures, samples } = await runMix(deps, load);
  await meter.settled();
  const count = [...events.values()].reduce((sum, one) => sum + one, 0);
  const use = useBetween(before, await meter.read(), count);
  return { seconds: load.seconds, samples, failures, events, use };
}

/** Runs each kind of event alone: in the mix it is not known which event a page or a millisecond belongs to. */
async function measureKinds(deps: FlowDeps, meter: CellMeter, count: number): Promise<readonly KindUse[]> {
  const kinds: KindUse[] = [];
  for (const event of dayMix) {
    const before = await meter.read();
    const { events, failures } = await runEvents(deps, event, { count, atOnce });
    await meter.settled();
    const use = useBetween(before, await meter.read(), events.get(event.name) ?? 0);
    kinds.push({ name: event.name, use, failures: failures.length });
    console.error(`alone: ${event.name}, ${use.events} events, ${failures.length} failures`);
  }
  return kinds;
}

function figuresOf({ held, kinds, perSecond, size }: CellResult): readonly Figure[] {
  const p95 = percentile(
    held.samples.filter(({ kind }) => kind !== arrivalKind).map(({ latencyMs }) => latencyMs),
    0.95,
  );
  const failures = held.failures.length + kinds.reduce((sum, one) => sum + one.failures, 0);
  return [
    {
      name: `cell of ${size.customers} customers, ${perSecond.toFixed(1)} events per second for ${size.holdSeconds} s: failed requests`,
      figure: String(failures),
      goal: '0',
      isReached: failures === 0,
    },
    {
      name: 'p95 of all requests',
      figure: `${p95.toFixed(0)} ms`,
      goal: `< ${goals.p95Ms} ms`,
      isReached: p95 < goals.p95Ms,
      holdsGuard: p95 < goals.p95GuardMs,
    },
  ];
}

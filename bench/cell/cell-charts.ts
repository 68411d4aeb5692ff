import { mkdir, writeFile } from 'node:fs/promises';
import { outFolder } from '../harness/against-bare.ts';
import { barChart } from '../harness/chart.ts';
import { percentile } from '../harness/http-load.ts';
import { type TimePoint, timeChart } from '../harness/time-chart.ts';
import { type CellResult, cpuMsOf, growthOf, processes } from './cell-result.ts';
import { arrivalKind } from './load.ts';

const nameWidth = 230;
const bucketsWanted = 60;

/** Writes the charts of a run to `out/`. */
export async function writeCharts(result: CellResult): Promise<void> {
  await mkdir(outFolder, { recursive: true });
  const write = (name: string, chart: string): Promise<void> => writeFile(new URL(name, outFolder), chart);
  await write('cell-latency.svg', latencyChart(result));
  await write('cell-processor.svg', processorChart(result));
  await write('cell-growth.svg', growthChart(result));
}

function latencyChart({ held, perSecond, size }: CellResult): string {
  const bucketSeconds = Math.max(1, held.seconds / bucketsWanted);
  const buckets = new Map<number, number[]>();
  for (const { endedAtMs, kind, latencyMs } of held.samples) {
    if (kind === arrivalKind) continue;
    const bucket = Math.floor(endedAtMs / 1_000 / bucketSeconds);
    const values = buckets.get(bucket) ?? [];
    buckets.set(bucket, values);
    values.push(latencyMs);
  }
  const ordered = [...buckets].toSorted(([one], [other]) => one - other);
  const line = (share: number): readonly TimePoint[] =>
    ordered.map(([bucket, values]) => ({
      second: (bucket + 0.5) * bucketSeconds,
      value: percentile(values, share),
    }));
  return timeChart({
    title: 'Response times of the day’s mix',
    subtitle: `${size.customers.toLocaleString('en')} customers, ${perSecond.toFixed(1)} business events per second`,
    unit: 'ms',
    lines: [
      { name: 'p50', points: line(0.5) },
      { name: 'p95', points: line(0.95) },
      { name: 'p99', points: line(0.99) },
    ],
  });
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function processorChart({ kinds }: CellResult): string {
  return barChart({
    title: 'Processor time of one event',
    unit: 'ms',
    nameWidth,
    bars: kinds.map(({ name, use }) => {
      const ms = cpuMsOf(use);
      return { name, parts: processes.map((part) => ({ name: part, value: tenth(ms[part]) })) };
    }),
  });
}

const kilobyte = 1_000;

function growthChart(result: CellResult): string {
  return barChart({
    title: 'What one event adds to tables and indexes',
    unit: 'kB',
    nameWidth,
    bars: result.kinds.map(({ name, use }) => {
      const { kept, passing } = growthOf(result, use);
      return {
        name,
        parts: [
          { name: 'kept', value: tenth(kept / kilobyte) },
          { name: 'days', value: tenth(passing / kilobyte) },
        ],
      };
    }),
  });
}

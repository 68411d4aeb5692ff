import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricRow } from './metric-table.ts';

/** Changes one cell of a metric: by how much, or to what. A value that is no number is ignored. */
export type Cell = (value?: number) => void;

/** Finds the cell of some label values, in the order the table names the labels. */
export type Cells = (...labels: string[]) => Cell;

/** Keeps what the library resolves for given labels, so that the hot path does not resolve it again. */
function keptBy(resolve: (labels: string[]) => (value: number) => void, whenLeftOut: number): Cells {
  const kept = new Map<string, Cell>();
  return (...labels) => {
    const key = labels.join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const change = resolve(labels);
    const cell: Cell = (value = whenLeftOut) => {
      // The library throws on NaN; a measure gone wrong must not take a request with it.
      if (Number.isFinite(value)) change(value);
    };
    kept.set(key, cell);
    return cell;
  };
}

function settings(registry: Registry, { name, help, labelNames }: MetricRow) {
  return { name, help, labelNames, registers: [registry] };
}

/** A counter; its cells add one unless told otherwise. */
export function counter(registry: Registry, row: MetricRow): Cells {
  const metric = new Counter(settings(registry, row));
  return keptBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.inc(value);
  }, 1);
}

/** A gauge; its cells are set. */
export function gauge(registry: Registry, row: MetricRow): Cells {
  const metric = new Gauge(settings(registry, row));
  return keptBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.set(value);
  }, Number.NaN);
}

/** A histogram with the buckets of the table; its cells observe. */
export function histogram(registry: Registry, row: MetricRow): Cells {
  const metric = new Histogram({ ...settings(registry, row), buckets: [...(row.buckets ?? [])] });
  return keptBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.observe(value);
  }, Number.NaN);
}

/** Lets through the values of a closed set; whatever else comes, from outside or by mistake, is `other`. */
export function boundTo(values: readonly string[]): (value: string) => string {
  const known: ReadonlySet<string> = new Set(values);
  return (value) => (known.has(value) ? value : 'other');
}

/** `2xx` for 204 and so on. */
export function statusClass(status: number): string {
  const hundreds = Math.floor(status / 100);
  return hundreds >= 1 && hundreds <= 5 ? `${hundreds}xx` : 'other';
}

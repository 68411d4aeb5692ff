import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricRow } from './metric-table.ts';

/** Changes one cell of a metric: by how much, or to what. A value that is not a number is ignored. */
export type Cell = (value?: number) => void;

/** Returns the cell for label values, in the order of the labels in the table. */
export type Cells = (...labels: string[]) => Cell;

/** Caches what the library resolves for label values, so that the hot path does not resolve it again. */
function cachedBy(resolve: (labels: string[]) => (value: number) => void, whenLeftOut: number): Cells {
  const cells = new Map<string, Cell>();
  return (...labels) => {
    const key = labels.join(' ');
    const known = cells.get(key);
    if (known !== undefined) return known;
    const change = resolve(labels);
    const cell: Cell = (value = whenLeftOut) => {
      // The library throws on NaN; a wrong measurement must not fail a request.
      if (Number.isFinite(value)) change(value);
    };
    cells.set(key, cell);
    return cell;
  };
}

function settings(registry: Registry, { name, help, labelNames }: MetricRow) {
  return { name, help, labelNames, registers: [registry] };
}

/** A counter; its cells add one by default. */
export function counter(registry: Registry, row: MetricRow): Cells {
  const metric = new Counter(settings(registry, row));
  return cachedBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.inc(value);
  }, 1);
}

/** A gauge; its cells are set. */
export function gauge(registry: Registry, row: MetricRow): Cells {
  const metric = new Gauge(settings(registry, row));
  return cachedBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.set(value);
  }, Number.NaN);
}

/** A histogram with the buckets of the table; its cells observe. */
export function histogram(registry: Registry, row: MetricRow): Cells {
  const metric = new Histogram({ ...settings(registry, row), buckets: [...(row.buckets ?? [])] });
  return cachedBy((labels) => {
    const child = metric.labels(...labels);
    return (value) => child.observe(value);
  }, Number.NaN);
}

/** Passes the values of a closed set; any other value becomes `other`. */
export function boundTo(values: readonly string[]): (value: string) => string {
  const known: ReadonlySet<string> = new Set(values);
  return (value) => (known.has(value) ? value : 'other');
}

/** Returns `2xx` for 204 and so on. */
export function statusClass(status: number): string {
  const hundreds = Math.floor(status / 100);
  return hundreds >= 1 && hundreds <= 5 ? `${hundreds}xx` : 'other';
}

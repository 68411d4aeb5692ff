import { type MetricRow, metricTable } from '../../server/src/platform/log/metric-table.ts';
import { labelValues } from '../../server/src/platform/log/metrics.ts';
import { type MetricUse, readPromql } from './promql.ts';

const rows: readonly MetricRow[] = Object.values(metricTable);

/** Lists what is wrong with the names in an expression: metrics, labels and label values that do not exist. */
export function faultsOf(expression: string): readonly string[] {
  const { grouped, metrics, unknown } = readPromql(expression);
  if (metrics.length === 0) return ['names no metric of Portico'];
  const labels = new Set(metrics.flatMap((use) => [...(labelsOf(use.name) ?? [])]));
  return [
    ...unknown.map((word) => `${word} is not known`),
    ...metrics.flatMap(faultsOfUse),
    ...grouped.filter((label) => !labels.has(label)).map((label) => `no metric here has the label ${label}`),
  ];
}

/** Returns the labels of a series name; undefined if there is no such series. */
function labelsOf(name: string): readonly string[] | undefined {
  const row = rows.find((one) =>
    one.type === 'histogram'
      ? [`${one.name}_bucket`, `${one.name}_count`, `${one.name}_sum`].includes(name)
      : one.name === name,
  );
  return row && [...row.labelNames, ...(name.endsWith('_bucket') ? ['le'] : [])];
}

function faultsOfUse({ matchers, name }: MetricUse): readonly string[] {
  const labels = labelsOf(name);
  if (labels === undefined) return [`no metric is named ${name}`];
  return matchers.flatMap(([label, value]) => {
    if (!labels.includes(label)) return [`${name} has no label ${label}`];
    const values = labelValues[name]?.[label];
    const isKnown = values === undefined || value.startsWith('$') || values.includes(value);
    return isKnown ? [] : [`${label} of ${name} is never ${value}`];
  });
}

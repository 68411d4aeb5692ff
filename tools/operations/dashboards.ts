import { dashboardTable, type PanelRow } from './dashboard-table.ts';

/** Columns of Grafana's grid; two panels stand side by side. */
const gridWidth = 24;
const panelWidth = gridWidth / 2;
const panelHeight = 8;
const letters = 'ABCDEFGH';
const datasource = { type: 'prometheus', uid: '${datasource}' } as const;

/** Returns the Grafana dashboards, by path from the root. */
export function dashboardDocuments(): readonly (readonly [path: string, text: string])[] {
  return dashboardTable.map(({ name, title, panels }) => [
    `docs/generated/dashboards/${name}.json`,
    `${JSON.stringify(dashboardOf(name, title, panels), null, 2)}\n`,
  ]);
}

function dashboardOf(name: string, title: string, panels: readonly PanelRow[]): object {
  const hasBank = panels.some(({ series }) => series.some(([expression]) => expression.includes('$bank')));
  return {
    uid: `portico-${name}`,
    title: `Portico: ${title}`,
    description: 'Made by `npm run generate`. Change tools/operations/dashboard-table.ts, or a copy.',
    tags: ['portico'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [sourceVariable, ...(hasBank ? [bankVariable] : [])] },
    panels: panels.map(panelOf),
  };
}

const sourceVariable = { name: 'datasource', label: 'Source', type: 'datasource', query: 'prometheus' };
const bankVariable = {
  name: 'bank',
  label: 'Bank',
  type: 'query',
  datasource,
  query: { query: 'label_values(portico_maintenance, bank)', refId: 'banks' },
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
};

function panelOf({ meaning, series, title, unit = 'short' }: PanelRow, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    description: meaning,
    datasource,
    gridPos: {
      x: (index % 2) * panelWidth,
      y: Math.floor(index / 2) * panelHeight,
      w: panelWidth,
      h: panelHeight,
    },
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10 } }, overrides: [] },
    options: { legend: { displayMode: 'table', placement: 'bottom', calcs: ['last', 'max'] } },
    targets: series.map(([expr, legendFormat], place) => ({
      refId: letters[place],
      datasource,
      expr,
      legendFormat,
    })),
  };
}

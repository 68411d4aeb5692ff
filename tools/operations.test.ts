import Type from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { metricNames } from '../server/src/platform/log/metric-table.ts';
import { dashboardTable } from './operations/dashboard-table.ts';
import { faultsOf } from './operations/metric-names.ts';
import { readPromql } from './operations/promql.ts';
import { repositoryFiles, textOf } from './repository.ts';

const alertsPath = 'docs/operations/alerts.yaml';
const duration = Type.String({ pattern: '^[1-9]\\d*[smhd]$' });
const rulesSchema = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^portico-[a-z]+$' }),
          rules: Type.Array(
            Type.Object(
              {
                alert: Type.String({ pattern: '^Portico[A-Z][A-Za-z]+$' }),
                expr: Type.String({ minLength: 1 }),
                for: Type.Optional(duration),
                labels: Type.Object(
                  { severity: Type.Enum(['page', 'ticket', 'info']) },
                  { additionalProperties: false },
                ),
                annotations: Type.Object(
                  { summary: Type.String({ pattern: '\\.$' }), runbook: Type.String() },
                  { additionalProperties: false },
                ),
              },
              { additionalProperties: false },
            ),
            { minItems: 1 },
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

const parsed: unknown = parse(await textOf(alertsPath));
const rules = Value.Parse(rulesSchema, parsed).groups.flatMap((group) => group.rules);
const runbooks = await textOf('docs/runbooks/alerts.md');
const sections = runbooks
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), text }));
const panels = dashboardTable.flatMap(({ name, panels: its }) =>
  its.map((panel) => ({ ...panel, at: `${name}: ${panel.title}` })),
);
const expressions = panels.flatMap(({ at, series }) => series.map(([expression]) => ({ at, expression })));

describe('the reader of PromQL', () => {
  test('finds metrics, their label values and the labels of groups', () => {
    expect(
      readPromql('sum by (bank) (rate(portico_x_total{a="b",c=~"d|e"}[5m])) / 2 > 0.1 and portico_y == 0'),
    ).toEqual({
      metrics: [
        {
          name: 'portico_x_total',
          matchers: [
            ['a', 'b'],
            ['c', 'd'],
            ['c', 'e'],
          ],
        },
        { name: 'portico_y', matchers: [] },
      ],
      grouped: ['bank'],
      unknown: [],
    });
  });

  test.each([
    ['sum(portico_x', 'a bracket is not closed'],
    ['portico_x)', 'a bracket too many'],
    ['portico_x{a="b"', 'a bracket is not closed'],
    ['portico_x{a}', 'not a matcher'],
    ['portico_x{a=b}', 'not a matcher'],
    ['portico_x § 1', 'not PromQL at'],
    ['portico_x{a="b" c="d"}', 'not a matcher'],
    ['sum(portico_x]', 'a bracket too many'],
  ])('refuses %s', (expression, fault) => {
    expect(() => readPromql(expression)).toThrow(fault);
  });

  test.each([
    ['portico_request_total', 'no metric is named portico_request_total'],
    ['portico_request_seconds', 'no metric is named portico_request_seconds'],
    ['rate(portico_requests_total{bank="01"}[5m])', 'portico_requests_total has no label bank'],
    ['portico_shed_total{reason="lazy"}', 'reason of portico_shed_total is never lazy'],
    ['sum by (bank) (portico_shed_total)', 'no metric here has the label bank'],
    ['summe(portico_shed_total)', 'summe is not known'],
    ['vector(1)', 'names no metric of Portico'],
  ])('names of %s are compared with the metric table', (expression, fault) => {
    expect(faultsOf(expression)).toContain(fault);
  });
});

describe('alert rules', () => {
  test('there are at least fifteen, each with its own name', () => {
    expect(rules.length).toBeGreaterThanOrEqual(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test.each(rules)('$alert names metrics, labels and values that exist', ({ annotations, expr }) => {
    expect(faultsOf(expr)).toEqual([]);
    const { grouped, metrics } = readPromql(expr);
    const labels = new Set([...grouped, ...metrics.flatMap((use) => use.matchers.map(([label]) => label))]);
    const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    expect(shown.filter((label) => !labels.has(label))).toEqual([]);
  });

  test.each(rules)('$alert has a section in the runbooks', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/runbooks/alerts.md#${alert.toLowerCase()}`);
    const text = sections.find(({ title }) => title === alert)?.text ?? '';
    expect(text).toMatch(/^\*\*Means:\*\* \S/m);
    // Either the steps are here, or a link leads to them.
    expect(text).toMatch(/^\*\*Look:\*\* \S[\s\S]*^\*\*Do:\*\* \S|^\*\*Look and do:\*\* .*\]\(.+\)/m);
  });

  test('every section of the runbook is of an alert', () => {
    const alerts = new Set(rules.map(({ alert }) => alert));
    expect(sections.map(({ title }) => title).filter((title) => !alerts.has(title))).toEqual([]);
  });
});

describe('dashboards', () => {
  test('there are six', () => {
    expect(dashboardTable).toHaveLength(6);
  });

  test.each(expressions)('$at reads metrics, labels and values that exist', ({ expression }) => {
    expect(faultsOf(expression)).toEqual([]);
  });

  test.each(panels)('$at shows in its legend what it groups by', ({ series }) => {
    for (const [expression, legend] of series) {
      const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const grouped = new Set(readPromql(expression).grouped.filter((label) => label !== 'le'));
      expect(grouped).toEqual(new Set(shown));
    }
  });

  test('every metric is on a dashboard', () => {
    const shown = expressions.flatMap(({ expression }) =>
      readPromql(expression).metrics.map(({ name }) => name.replace(/_bucket$/, '')),
    );
    expect(metricNames.filter((name) => !shown.includes(name))).toEqual([]);
  });

  test('alerts that panels name exist', () => {
    const named = panels.flatMap(({ meaning }) => meaning.match(/Portico[A-Z]\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !rules.some(({ alert }) => alert === name))).toEqual([]);
  });
});

test('metrics that guides and runbooks name exist', async () => {
  const documents = (await repositoryFiles()).filter((path) =>
    /^docs\/(?:guides|runbooks)\/.*\.md$/.test(path),
  );
  const stems = new Set(metricNames);
  const unknown: string[] = [];
  for (const path of documents) {
    const named =
      (await textOf(path)).match(
        /\bportico_[a-z_]+(?:_total|_seconds|_rows|_backlog|_troubles|_unsealed|_letters)\b/g,
      ) ?? [];
    unknown.push(...named.filter((name) => !stems.has(name)).map((name) => `${path} ${name}`));
  }
  expect(unknown).toEqual([]);
});

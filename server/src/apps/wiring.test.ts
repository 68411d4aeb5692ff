import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { defineProblems } from '#platform/kernel/problem.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { defineEvent } from '#platform/work/event.ts';
import { compose } from './compose/composition.ts';
import { type CommandGroup, defineCommand } from './program/command.ts';
import { nothing } from './program/need.ts';
import { capabilities, compositions, dialectFor, jobNames, wire } from './wiring.ts';

interface LoyaltyPorts {
  readonly points: () => number;
}

const opened = defineEvent({
  name: 'loyalty-opened',
  version: 1,
  source: '/v1/loyalty',
  aggregateKind: 'loyalty',
  data: Type.Object({}),
  summary: 'A loyalty account was opened.',
});
const contract = testContract({ interface: testInterface(channel, '/v1/loyalty') });

/** What index.ts of a new folder exports. */
const loyaltyCapability = defineCapability<LoyaltyPorts>({
  name: 'loyalty',
  routes: [testEndpoint(contract)],
  events: { opened },
  problems: defineProblems('loyalty', {
    'points-spent': { kind: 'refused', message: 'No points are left.' },
  }),
  paths: [['/v1/loyalty', channel]],
  jobs: [{ name: 'expire-points', cron: '0 0 * * *', needs: 'context', run: async () => 0 }],
  keyClasses: [],
  endings: ['loyalty-closed'],
});

const pointCommands: CommandGroup = {
  name: 'points',
  summary: 'count points',
  commands: [
    defineCommand({
      name: 'count',
      summary: 'count all points',
      examples: ['points count'],
      needs: nothing,
      run: async ({ out }) => {
        out.result({ points: 0 }, ['0 points']);
      },
    }),
  ],
};

/** What its file in compose/ exports. */
const loyalty = compose(loyaltyCapability, {
  ports: async () => ({ points: () => 0 }),
  commands: [pointCommands],
});

test('a new capability is a folder, a file in compose/ and one entry of the list', () => {
  const wiring = wire([...compositions, loyalty]);
  expect(wiring.capabilities).toHaveLength(capabilities.length + 1);
  expect(wiring.contracts).toContain(contract);
  expect(wiring.eventKinds).toContain(opened);
  expect(Object.keys(wiring.problemCatalogues['loyalty'] ?? {})).toEqual(['points-spent']);
  expect(wiring.jobNames).toContain('expire-points');
  expect(wiring.commandGroups).toContain(pointCommands);
  expect(wiring.endingEvents).toContain('loyalty-closed');
  expect(wiring.dialectFor('/v1/loyalty/unknown')).toBe(channel);
});

test('a capability without anything adds its name only', () => {
  const nothing = compose(defineCapability({ name: 'nothing', routes: [] }), { ports: async () => ({}) });
  const [before, after] = [wire(compositions), wire([...compositions, nothing])];
  expect(after.contracts).toEqual(before.contracts);
  expect(after.jobNames).toEqual(before.jobNames);
  expect(after.problemCatalogues['nothing']).toEqual({});
  expect(nothing.capability.handlers(undefined)).toEqual([]);
});

test('names of capabilities, jobs and problem catalogues are unique', () => {
  const names = capabilities.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(jobNames).size).toBe(jobNames.length);
});

test.each([
  ['/v1/monitoring/unknown', plain],
  ['/v1/party/unknown', channel],
  ['/v1/party', channel],
  ['/v1/party?page=1', channel],
  ['/v1/partys', xs2a],
  ['/v1', xs2a],
  ['/v1x', plain],
  ['/v1/accounts', xs2a],
  ['/v2/consents', xs2a],
  ['/account/01', plain],
  ['/unknown', plain],
])('a request for %s is answered in the dialect of its prefix', (path, dialect) => {
  expect(dialectFor(path)).toBe(dialect);
});

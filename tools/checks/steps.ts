import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { checkBoundaries } from './boundaries.ts';
import { run } from './command.ts';
import { migrationErrors } from './frozen-migrations.ts';
import { type Outcome, outcomeOf, outcomeOfErrors, together } from './outcome.ts';
import { supplyChainErrors } from './supply-chain.ts';
import { runTests } from './test-run.ts';

/** One step of the checks. */
export interface Step {
  readonly name: string;
  readonly run: (root: string) => Promise<Outcome>;
}

/** Runs a program from `node_modules`, as the npm scripts do. */
function tool(name: string, ...args: readonly string[]): Step['run'] {
  return async (root) => outcomeOf(await run(join(root, 'node_modules/.bin', name), args, { cwd: root }));
}

/** Runs a program of this repository. */
function program(args: readonly string[], env: Readonly<Record<string, string>> = {}): Step['run'] {
  return async (root) => outcomeOf(await run(process.execPath, args, { cwd: root, env }));
}

/** Our own program, on whatever copy is checked. */
async function checkStatements(root: string): Promise<Outcome> {
  const args = [join(repositoryRoot, 'tools/statements.ts'), '--root', root];
  return outcomeOf(await run(process.execPath, args, { cwd: root }));
}

async function checkMigrations(root: string): Promise<Outcome> {
  const [errors, linted] = await Promise.all([
    migrationErrors(root),
    tool('squawk', 'server/migrations/*.sql')(root),
  ]);
  return together([outcomeOfErrors(errors), linted]);
}

/** Static checks; several run at a time, the longest first. */
export const readingSteps: readonly Step[] = [
  { name: 'lint', run: tool('oxlint', '--type-aware') },
  { name: 'types', run: tool('tsc', '-p', 'tsconfig.json') },
  { name: 'statements', run: checkStatements },
  { name: 'generated', run: program(['tools/generate.ts', '--check']) },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'unused', run: tool('knip', '--no-progress', '--treat-config-hints-as-errors') },
  { name: 'format', run: tool('biome', 'check', '--error-on-warnings') },
  { name: 'migrations', run: checkMigrations },
  { name: 'supply-chain', run: async (root) => outcomeOfErrors(await supplyChainErrors(root)) },
];

/** Torture runs that mostly wait for kills, locks and clocks: two of them run at a time. */
const patientNames = [
  'commits',
  'work',
  'one-time',
  'keys',
  'certificates',
  'sessions',
  'audit',
  'sync',
  'as-of',
  'fuzz party',
  'signing',
  'signing-shapes',
  'lifecycles',
  'ledger',
  'linking',
  'pumping',
  'mass-assignment',
  'devices',
  'signatures',
  'runbooks outages',
  'runbooks restore',
  'runbooks certificate-status',
] as const;

/** Torture runs that measure time or use all processors. */
const timedNames = [
  'restart',
  'overload',
  'hostile-clients',
  'documents',
  'deliveries',
  'guesses',
  'enumeration',
  'sca',
  'payments',
  'bulk',
  'consents',
  'restrictions',
  'baskets',
] as const;

/** Torture runs of the nightly script only: the tests and e2e cover the same at a small size. */
const nightlyNames = [
  'first-start',
  'oauth-approach',
  'batches',
  'fuzz xs2a',
  'growth',
  'migrations',
  'double-submit',
  'payees',
  'cancellation',
  'push',
  'funds',
  'standing-orders',
  'hostile-clients payments',
  'hostile-clients consents',
  'hostile-clients quotas',
  'runbooks approvals',
  'runbooks payments',
  'runbooks consents',
  'runbooks master-keys',
] as const;

/** All torture runs; `npm run torture -- NAME` starts one. */
export const tortureNames = [...patientNames, ...timedNames, ...nightlyNames] as const;

const benchNames = [
  'command',
  'grants',
  'tokens',
  'party-search',
  'deliveries',
  'documents',
  'ledger',
  'otp',
  'signing',
  'sign-in',
  'tpp',
] as const;

function torture(name: string): Step {
  return {
    name: `torture-${name.replace(' ', '-')}`,
    run: program(['bench/torture.ts', ...name.split(' ')], { TORTURE: 'ci', GATE: 'guard' }),
  };
}

/** Steps that may run at the same time as others. */
export const patientSteps: readonly Step[] = [
  { name: 'hsm', run: program(['hsm/check.ts']) },
  ...patientNames.map(torture),
];

const tests: Step = { name: 'tests', run: runTests };

/** What `npm run check` runs after the static checks. */
export const quickSteps: readonly Step[] = [
  tests,
  { name: 'e2e-flows', run: program(['e2e/e2e.ts', 'sign-in', '--flows'], { E2E: 'ci' }) },
];

/** Steps that run alone. With `GATE=guard` their timing figures must only hold a wide limit, so that a busy machine does not fail them. */
export const loneSteps: readonly Step[] = [
  tests,
  { name: 'mutate', run: program(['tools/mutate.ts', '--sample', '40']) },
  { name: 'e2e', run: program(['e2e/e2e.ts', 'sign-in'], { E2E: 'ci' }) },
  { name: 'e2e-sca', run: program(['e2e/e2e.ts', 'sca'], { E2E: 'ci' }) },
  { name: 'e2e-device', run: program(['e2e/e2e.ts', 'device'], { E2E: 'ci', GATE: 'guard' }) },
  { name: 'e2e-payment', run: program(['e2e/e2e.ts', 'payment'], { E2E: 'ci' }) },
  { name: 'e2e-payee', run: program(['e2e/e2e.ts', 'payee'], { E2E: 'ci' }) },
  { name: 'e2e-consent', run: program(['e2e/e2e.ts', 'consent'], { E2E: 'ci' }) },
  { name: 'e2e-xs2a', run: program(['e2e/e2e.ts', 'xs2a'], { E2E: 'ci' }) },
  ...timedNames.map(torture),
  ...benchNames.map((name) => ({
    name: `bench-${name}`,
    run: program(['bench/bench.ts', name], { BENCH: 'ci', GATE: 'guard' }),
  })),
  { name: 'cell', run: program(['bench/cell.ts'], { CELL: 'ci', GATE: 'guard' }) },
];

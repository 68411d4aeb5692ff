import { parseArgs } from 'node:util';
import { seedFrom } from '../bench/harness/scale.ts';
import type { Scale } from './harness/browser-harness.ts';
import type { Outcome, RunOptions } from './harness/outcome.ts';

type Run = (options: RunOptions) => Promise<readonly Outcome[]>;

/** Loads a run only when it is selected. */
const runs: Readonly<Record<string, () => Promise<Run>>> = {
  approval: async () => (await import('./approval/run.ts')).runApproval,
  consent: async () => (await import('./consent/run.ts')).runConsent,
  device: async () => (await import('./device/run.ts')).runDevice,
  payee: async () => (await import('./payee/run.ts')).runPayee,
  payment: async () => (await import('./payment/run.ts')).runPayment,
  sca: async () => (await import('./sca/run.ts')).runSca,
  'sign-in': async () => (await import('./sign-in/run.ts')).runSignIn,
  xs2a: async () => (await import('./xs2a/run.ts')).runXs2a,
};

const {
  positionals: [name = '', only = ''],
  values: { flows },
} = parseArgs({ allowPositionals: true, options: { flows: { type: 'boolean', default: false } } });
const load = runs[name];
if (load === undefined) {
  console.log(
    `usage: npm run e2e -- ${Object.keys(runs).join(' | ')} [--flows | PART OF A CHECK NAME]   (E2E=ci|full, SEED=n)`,
  );
  process.exit(2);
}
const scale: Scale = process.env['E2E'] === 'full' ? 'full' : 'ci';
const seed = seedFrom(process.env);
console.error(`${name}: scale ${scale}, seed ${seed}`);
const run = await load();
const outcomes = await run({
  scale,
  seed,
  only,
  isFlowsOnly: flows,
  report: ({ finding, name: check, note, seconds }, done, total) => {
    const head = `${String(done).padStart(2)}/${total} ${finding === undefined ? 'ok    ' : 'FAILED'} ${check}`;
    const more = [note, `${seconds.toFixed(1)} s`].filter((text) => text !== undefined).join(', ');
    console.log(`${head} (${more})${finding === undefined ? '' : `\n      ${finding}`}`);
  },
});
const failed = outcomes.filter(({ finding }) => finding !== undefined);
console.log(`${name}: ${outcomes.length - failed.length} of ${outcomes.length} checks hold (goal all)`);
process.exit(failed.length === 0 && outcomes.length > 0 ? 0 : 1);

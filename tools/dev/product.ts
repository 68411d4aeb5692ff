import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cloneRoot } from './clone.ts';

const hintAfterMs = 30_000;
const pollMs = 100;

/** Starts api and worker. With `watch` they start again when a file changes. `output`: a file descriptor, or the terminal. */
export function startProduct(
  env: NodeJS.ProcessEnv,
  { output = 'inherit', watch }: { readonly watch: boolean; readonly output?: number | 'inherit' },
): ChildProcess {
  const watching = watch ? ['--watch-path=server/src', '--watch-preserve-output'] : [];
  return spawn(process.execPath, [...watching, 'server/src/main.ts', 'all'], {
    cwd: cloneRoot,
    env,
    stdio: ['inherit', output, output],
  });
}

/** Runs a command of the product; returns its exit code. */
async function runPortico(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: cloneRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}

/** Publishes the templates as in production; publishing the same ones again changes nothing. */
export async function publishTemplates(env: NodeJS.ProcessEnv): Promise<void> {
  const code = await runPortico(env, ['templates', 'publish', '--bank', '01']);
  if (code !== 0) console.error(`The templates were not published (exit code ${String(code)}); see above.`);
}

/** Makes the demo bank, or adds the days that have passed; the product answers meanwhile. Returns whether it is complete. */
export async function seedDemoBank(env: NodeJS.ProcessEnv): Promise<boolean> {
  const startedAt = performance.now();
  const code = await runPortico(env, ['personas', 'seed']);
  if (code !== 0) {
    console.error('The demo bank is not complete; see above. Again: npm run portico -- personas seed');
    return false;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`The demo bank is there, after ${seconds} s: npm run portico -- personas list`);
  return true;
}

/** Waits until the product answers. One that cannot start is started again when a file changes, so there is no end. */
export async function waitForAnswer(base: string, errors = 'above'): Promise<void> {
  const hint = setTimeout(
    () => console.error(`Portico does not answer at ${base} yet. An error ${errors} may say why.`),
    hintAfterMs,
  );
  while (!(await isAnswering(base))) await new Promise((resolve) => setTimeout(resolve, pollMs));
  clearTimeout(hint);
}

async function isAnswering(base: string): Promise<boolean> {
  return fetch(`${base}/v1/monitoring/readiness`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

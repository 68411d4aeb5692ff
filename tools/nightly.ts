import { spawnSync } from 'node:child_process';
import type { CheckSize } from '../server/src/platform/testing/random-runs.ts';
import { tortureNames } from './checks/steps.ts';
import { repositoryRoot } from './repository.ts';

/** Each night has its own seed, because the checks always use the same one. */
const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`SEED=${seed}`);

/** Runs every torture run at its nightly size, one after the other; a failed run does not stop the next. */
const failed: string[] = tortureNames.filter((name) => {
  console.log(`── ${name}`);
  const { status } = spawnSync(process.execPath, ['bench/torture.ts', ...name.split(' ')], {
    cwd: repositoryRoot,
    env: { ...process.env, TORTURE: 'night', SEED: seed },
    stdio: 'inherit',
  });
  return status !== 0;
});
// The checks draw a part of the random cases and use the packages they have installed; here all cases are drawn, and
// the README is followed with its `npm ci`.
console.log('── tests');
const tests = spawnSync('npx', ['vitest', 'run'], {
  cwd: repositoryRoot,
  env: { ...process.env, CHECKS: 'night' satisfies CheckSize, CLONE_INSTALL: 'real', SEED: seed },
  stdio: 'inherit',
});
if (tests.status !== 0) failed.push('tests');
console.log(failed.length === 0 ? 'all goals reached' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

import { spawnSync } from 'node:child_process';
import { tortureNames } from './checks/steps.ts';
import { repositoryRoot } from './repository.ts';

/** Each night has its own seed, because the checks always use the same one. */
const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`SEED=${seed}`);

/** Runs every torture run at its nightly size, one after the other; a failed run does not stop the next. */
const failed = tortureNames.filter((name) => {
  console.log(`── ${name}`);
  const { status } = spawnSync(process.execPath, ['bench/torture.ts', ...name.split(' ')], {
    cwd: repositoryRoot,
    env: { ...process.env, TORTURE: 'night', SEED: seed },
    stdio: 'inherit',
  });
  return status !== 0;
});
console.log(failed.length === 0 ? 'all goals reached' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

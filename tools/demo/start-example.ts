import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CannotStart, cloneRoot } from '../dev/clone.ts';

/** Starts an example in a process of its own, and waits until it accepts requests, which it says in its first line. */
export async function startExample(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    cwd: cloneRoot,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new CannotStart(`${program} does not start; see above.`);
    }),
  ]);
  return child;
}

import { join } from 'node:path';
import type { Instance } from './instance.ts';
import { startProgram } from './processes.ts';
import { peopleBank } from './sign-in-people.ts';

/** Three polling intervals of the processes for keys. */
const announceSeconds = 9;

/** Replaces the keys of a bank while its processes run; returns the exit code, which is 1 if a row cannot be read. */
export function replaceKeys({
  env,
  folder,
}: Pick<Instance, 'env' | 'folder'>): Promise<number | NodeJS.Signals | null> {
  return startProgram({
    args: [
      'server/src/main.ts',
      'keys',
      'reseal',
      '--bank',
      peopleBank,
      '--announce-seconds',
      String(announceSeconds),
    ],
    env,
    logFile: join(folder, 'keys.log'),
  }).ended;
}

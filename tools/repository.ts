import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './checks/command.ts';

/** Path of the repository on this machine. */
export const repositoryRoot: string = join(import.meta.dirname, '..');

/** Lists all files that are tracked or that `git add` would add. */
export async function repositoryFiles(root: string = repositoryRoot): Promise<readonly string[]> {
  const { code, output, stdout } = await run(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
    },
  );
  if (code !== 0) throw new Error(`git ls-files failed in ${root}: ${output}`);
  const { stdout: deleted } = await run('git', ['ls-files', '-z', '-d'], { cwd: root });
  const gone = new Set(deleted.split('\0'));
  return stdout.split('\0').filter((path) => path !== '' && !gone.has(path));
}

/** Returns the text of a file, by its path from the root. */
export async function textOf(path: string, root: string = repositoryRoot): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

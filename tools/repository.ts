import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './checks/command.ts';

/** Where the repository stands on this machine. */
export const repositoryRoot: string = join(import.meta.dirname, '..');

/** Every file that is in the repository or would be added to it. */
export async function repositoryFiles(root: string = repositoryRoot): Promise<readonly string[]> {
  const { code, output, stdout } = await run(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
    },
  );
  if (code !== 0) throw new Error(`git could not list the files of ${root}: ${output}`);
  const { stdout: deleted } = await run('git', ['ls-files', '-z', '-d'], { cwd: root });
  const gone = new Set(deleted.split('\0'));
  return stdout.split('\0').filter((path) => path !== '' && !gone.has(path));
}

/** A file's text, by its path from the root. */
export async function textOf(path: string, root: string = repositoryRoot): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

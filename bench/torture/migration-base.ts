import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Migration } from '../../server/src/platform/db/migrate.ts';
import { readMigrations } from '../../server/src/platform/db/migration-files.ts';

const run = promisify(execFile);
const repository = new URL('../../', import.meta.url).pathname;

/** An earlier state of the product, as files. */
export interface EarlierRelease extends AsyncDisposable {
  readonly commit: string;
  /** Its program. */
  readonly main: string;
  readonly migrations: readonly Migration[];
  /** Migrations of this state that it does not have. */
  readonly later: readonly string[];
}

/** Writes the last state of the product whose newest migration has this number into a folder. */
export async function earlierRelease(base: string): Promise<EarlierRelease> {
  const later = (await readMigrations()).map(({ name }) => name).filter((name) => name.slice(0, 4) > base);
  const commit = await lastCommitBefore(later);
  const folder = await mkdtemp(join(tmpdir(), 'portico-release-'));
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '-o', archive, commit, 'server', 'package.json'], { cwd: repository });
  await run('tar', ['-xf', archive, '-C', folder]);
  // The locked packages of this state; those of an earlier one are older versions of the same.
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const migrations = await readMigrations(pathToFileURL(join(folder, 'server/migrations/')));
  return {
    commit: commit.slice(0, 8),
    main: join(folder, 'server/src/main.ts'),
    migrations,
    later,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Migrations that are not committed yet are later than the last commit. */
async function lastCommitBefore(names: readonly string[]): Promise<string> {
  const files = names.map((name) => `server/migrations/${name}`);
  const added = await git('log', '--topo-order', '--diff-filter=A', '--format=%H', '--', ...files);
  const first = names.length === 0 ? '' : (added.split('\n').at(-1) ?? '');
  return git('rev-parse', '--verify', first === '' ? 'HEAD' : `${first}^`);
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], { cwd: repository });
  return stdout.trim();
}

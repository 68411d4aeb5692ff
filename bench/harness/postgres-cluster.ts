import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The oldest release that the product supports. */
export const postgresVersionMin = 15;

/** The folder with the programs of an installed PostgreSQL, and its major version. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly version: number;
}

/** How PostgreSQL is started: its programs, and its user where this process is root. */
export interface PostgresHost {
  readonly bin: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/** Where packages install PostgreSQL, with a folder per version: Debian, Red Hat, Homebrew. */
const parents = [
  { folder: '/usr/lib/postgresql', isVersion: /^\d+$/ },
  { folder: '/usr', isVersion: /^pgsql-\d+$/ },
  { folder: '/opt/homebrew/opt', isVersion: /^postgresql(?:@\d+)?$/ },
  { folder: '/usr/local/opt', isVersion: /^postgresql(?:@\d+)?$/ },
];

/** Returns the newest installed PostgreSQL; undefined if there is none that the product supports. */
export async function findPostgres(
  path: string = process.env['PATH'] ?? '',
): Promise<PostgresBinaries | undefined> {
  const installed = await Promise.all(
    parents.map(async ({ folder, isVersion }) => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => isVersion.test(name)).map((name) => join(folder, name, 'bin'));
    }),
  );
  const folders = [...installed.flat(), ...path.split(delimiter).filter((one) => one !== '')];
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, version: await versionIn(folder) })),
  );
  return found
    .filter(({ version }) => version >= postgresVersionMin)
    .toSorted((one, other) => other.version - one.version)[0];
}

async function versionIn(folder: string): Promise<number> {
  const { stdout } = await run(join(folder, 'postgres'), ['--version']).catch(() => ({ stdout: '' }));
  return Number(/(\d+)/.exec(stdout)?.[1] ?? '0');
}

/** PostgreSQL does not run as root; when this process is root, the server runs as its own user. */
export async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const ids = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: ids[0] ?? 0, gid: ids[1] ?? 0 };
}

/** Makes a folder of the server's user with an empty cluster in `data`; its superuser is postgres. */
export async function initCluster({ bin, user }: PostgresHost, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const options = ['--auth=trust', '--data-checksums', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', ...options], { ...user, cwd: folder });
  return data;
}

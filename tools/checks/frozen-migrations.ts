import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { checksumOf } from '../../server/src/platform/db/migrate.ts';
import { readMigrations } from '../../server/src/platform/db/migration-files.ts';
import { run } from './command.ts';

const folder = 'server/migrations';
const checksumsFile = `${folder}/checksums.json`;
const checksums = Type.Record(Type.String(), Type.String());

type Checksums = Readonly<Record<string, string>>;

/** Returns errors of migrations: a landed one is never edited, renamed or removed, even together with its checksum. */
export async function migrationErrors(root: string): Promise<readonly string[]> {
  const migrations = await readMigrations(pathToFileURL(join(root, folder, '/')));
  const files = Object.fromEntries(migrations.map(({ name, sql }) => [name, checksumOf(sql)]));
  const listed = parse(await readFile(join(root, checksumsFile), 'utf8'));
  const landed = await landedChecksums(root);
  return [
    ...differences(listed, files, 'differs from its checksum; write a new migration instead'),
    ...Object.keys(files)
      .filter((name) => listed[name] === undefined)
      .map((name) => `${name} has no checksum; run npm run generate`),
    ...landed.flatMap((earlier) => differences(earlier, listed, 'was edited after it had landed')),
  ];
}

function differences(expected: Checksums, actual: Checksums, what: string): readonly string[] {
  return Object.entries(expected).flatMap(([name, checksum]) => {
    if (actual[name] === undefined) return [`${name} was removed after it had landed; restore it`];
    return actual[name] === checksum ? [] : [`${name} ${what}`];
  });
}

/** Returns every committed list of checksums, so that a change cannot rewrite the list together with the file. */
async function landedChecksums(root: string): Promise<readonly Checksums[]> {
  const { code, stdout } = await run('git', ['log', '--format=%H', '--', checksumsFile], { cwd: root });
  if (code !== 0) return [];
  const commits = stdout.split('\n').filter((line) => line !== '');
  const shown = await Promise.all(
    commits.map((commit) => run('git', ['show', `${commit}:${checksumsFile}`], { cwd: root })),
  );
  return shown.filter((result) => result.code === 0).map((result) => parse(result.stdout));
}

function parse(text: string): Checksums {
  return Parse(checksums, JSON.parse(text));
}

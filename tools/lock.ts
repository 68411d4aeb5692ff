import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { repositoryRoot } from './repository.ts';

/**
 * `npm run lock` writes package-lock.json after a change of dependencies. A mirror may lack the binaries of a package
 * for other platforms; npm then leaves them out of the lock, and `npm ci` refuses an incomplete lock. The command adds
 * each missing binary as one that fits no platform.
 */
const file = join(repositoryRoot, 'package-lock.json');
const lock = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      dev: Type.Optional(Type.Boolean()),
      optionalDependencies: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  ),
});

/** Returns entries for the binaries that locked packages name but the lock lacks. */
function missing({ packages }: Static<typeof lock>): Readonly<Record<string, object>> {
  const known = Object.keys(packages);
  const entries = Object.values(packages).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies)
      .map(([name, version]) => [`node_modules/${name}`, version] as const)
      .filter(([path]) => !known.some((one) => one.endsWith(path)))
      .map(([path, version]): [string, object] => [
        path,
        { version, ...(dev && { dev }), optional: true, os: ['none'] },
      ]),
  );
  return Object.fromEntries(entries);
}

const { status } = spawnSync(
  'npm',
  ['install', '--ignore-scripts', '--package-lock-only', '--loglevel=error'],
  {
    cwd: repositoryRoot,
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(status ?? 1);

const locked = Parse(lock, JSON.parse(await readFile(file, 'utf8')));
const added = missing(locked);
const entries = Object.entries({ ...locked.packages, ...added }).toSorted(([a], [b]) => (a < b ? -1 : 1));
const packages = Object.fromEntries(entries);
await writeFile(file, `${JSON.stringify({ ...locked, packages }, null, 2)}\n`);
console.log(`locked ${entries.length} packages, ${Object.keys(added).length} of them for no platform`);

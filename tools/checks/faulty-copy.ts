import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { sourceFolders } from './boundaries.ts';
import { run } from './command.ts';

const configurations = [
  '.dependency-cruiser.mjs',
  '.gitignore',
  '.oxlintrc.json',
  '.squawk.toml',
  'biome.json',
  'package-lock.json',
  'package.json',
  'server/migrations',
  'server/package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** A small copy of the repository in a temporary folder: real configurations, real platform, and files of the test. */
export interface FaultyCopy {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Changes the text of a copied file. */
  edit(path: string, change: (text: string) => string): Promise<void>;
  /** Runs the checks on the copy. */
  check(steps: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Copies the files that the checks need; `withPlatform` adds the sources of the platform. */
export async function createFaultyCopy(options: { readonly withPlatform: boolean }): Promise<FaultyCopy> {
  const root = await mkdtemp(join(tmpdir(), 'portico-checks-'));
  const from = (path: string): string => join(repositoryRoot, path);
  await Promise.all(configurations.map((path) => cp(from(path), join(root, path), { recursive: true })));
  await symlink(from('node_modules'), join(root, 'node_modules'));
  for (const folder of sourceFolders) await mkdir(join(root, folder), { recursive: true });
  if (options.withPlatform) {
    const isProduct = (path: string): boolean => !/\.(?:test|suite)\.ts$|\/testing$/.test(path);
    await cp(from('server/src/platform'), join(root, 'server/src/platform'), {
      recursive: true,
      filter: isProduct,
    });
  }
  await commit(root);
  return {
    root,
    async write(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
    },
    async edit(path, change) {
      await writeFile(join(root, path), change(await readFile(join(root, path), 'utf8')));
    },
    check: (steps) =>
      run(process.execPath, [from('tools/check.ts'), '--root', root, '--only', steps.join(',')], {
        cwd: root,
      }),
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Commits the current files of the copy, so that its migrations count as landed. */
async function commit(root: string): Promise<void> {
  const identity = [
    '-c',
    'user.name=checks',
    '-c',
    'user.email=checks@example.test',
    '-c',
    'commit.gpgsign=false',
  ];
  for (const args of [
    ['init', '--quiet'],
    ['add', 'server/migrations'],
    [...identity, 'commit', '--quiet', '--no-verify', '-m', 'landed'],
  ]) {
    const { code, output } = await run('git', args, { cwd: root });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  }
}

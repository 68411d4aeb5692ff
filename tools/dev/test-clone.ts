import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { adminUrl } from '../../server/src/platform/testing/database.ts';
import { type CommandResult, run } from '../checks/command.ts';
import { repositoryFiles, repositoryRoot } from '../repository.ts';
import { cloneNameOf } from './clone.ts';

/** A clean clone of this repository in a temporary folder, for tests of `npm run dev`. */
export interface TestClone extends AsyncDisposable {
  readonly root: string;
  /** Runs shell commands as a person types them; `env` adds variables. */
  shell(commands: string, env?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** Starts a command that does not end, such as `npm run dev`. */
  start(command: string): RunningDev;
  /** Reads a setting of `.cache/dev/env`. */
  setting(name: string): Promise<string>;
}

/** A running `npm run dev`. */
export interface RunningDev {
  /** Resolves when the product answers. Throws with the output if it ends before. */
  readonly answers: Promise<void>;
  readonly output: () => string;
  stop(): Promise<void>;
}

const answerLine = 'Portico answers at';
/** A limit for a start that hangs. */
const answersWithinMs = 300_000;
const environmentOf = (root: string): Readonly<Record<string, string>> => ({
  // As if the clone were alone: this repository keeps its own.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  // A port without a server: streams in the broker of the machine would outlive the clone.
  DEV_NATS_URL: 'nats://127.0.0.1:1',
  // On a busy machine requests wait longer than the product allows by default.
  PORTICO_QUEUE_TIME_MAX_MS: '60000',
});

/** Creates a clone: the files that git has or would add, and the installed packages of this repository. */
export async function createTestClone(): Promise<TestClone> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'portico-clone-')));
  for (const path of await repositoryFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(join(repositoryRoot, path), join(root, path));
  }
  const running = new Set<RunningDev>();
  const setting = async (name: string): Promise<string> =>
    parseEnv(await readFile(join(root, '.cache/dev/env'), 'utf8').catch(() => ''))[name] ?? '';
  return {
    root,
    setting,
    shell: (commands, env = {}) =>
      run('bash', ['-euo', 'pipefail', '-c', commands], {
        cwd: root,
        env: { ...environmentOf(root), ...env },
      }),
    start(command) {
      const dev = startDev(root, command);
      running.add(dev);
      return dev;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map((dev) => dev.stop()));
      await dropDatabase(cloneNameOf(root));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Links the packages of this repository instead of installing them again. */
export async function linkPackages({ root }: TestClone): Promise<void> {
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
}

function startDev(root: string, command: string): RunningDev {
  // Its own process group, so that the signal reaches npm and everything below, as Ctrl-C does.
  const child = spawn('bash', ['-c', command], {
    cwd: root,
    detached: true,
    env: { ...process.env, ...environmentOf(root) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const answered = Promise.withResolvers<void>();
  answered.promise.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(answerLine)) answered.resolve();
    });
  const timer = setTimeout(
    () => answered.reject(new Error(`${command} does not answer: ${output}`)),
    answersWithinMs,
  );
  timer.unref();
  const ended = once(child, 'close').then(() =>
    answered.reject(new Error(`${command} ended without an answer: ${output}`)),
  );
  return {
    answers: answered.promise,
    output: () => output,
    async stop() {
      interrupt(child);
      await ended;
    },
  };
}

function interrupt({ exitCode, pid, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT');
}

async function dropDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

import { execFile } from 'node:child_process';
import { type Config, loadConfig } from '#platform/config/load-config.ts';
import { compileCache } from '#platform/testing/compile-cache.ts';
import { runProgram } from '../program/run-program.ts';
import { commandTable } from './command-table.ts';

/** What a run of the program printed, and its exit code. */
export interface Outcome {
  readonly code: number;
  /** Standard output, then standard error, without the last line break. */
  readonly text: string;
  readonly out: string;
  readonly err: string;
}

export type Settings = Readonly<Record<string, string>>;

/** How a run differs from one in a script. */
export interface Terminal {
  /** What the operator types at the question; there is no terminal without it. */
  readonly typed?: string;
}

/** Runs the program in this process, with these settings and no others. */
export async function runWith(
  settings: Settings,
  args: readonly string[],
  { typed }: Terminal = {},
): Promise<Outcome> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runProgram(commandTable, args, {
    environment: settings,
    readFile: () => '',
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    ask:
      typed === undefined
        ? undefined
        : async (question) => {
            err.push(`${question}\n`);
            return typed;
          },
    onStopSignal: () => undefined,
  });
  const [printed, failed] = [out.join(''), err.join('')];
  return { code, text: (printed + failed).replace(/\n$/, ''), out: printed, err: failed };
}

/** Runs the program in a process of its own, until it ends by itself. `runWith` takes a tenth of the time. */
export async function runProcess(settings: Settings, args: readonly string[]): Promise<Outcome> {
  const main = new URL('../../main.ts', import.meta.url).pathname;
  const env = { PATH: process.env['PATH'], ...compileCache, ...settings };
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  execFile(process.execPath, [main, ...args], { env }, (error, out, err) =>
    resolve({
      code: typeof error?.code === 'number' ? error.code : 0,
      text: (out + err).replace(/\n$/, ''),
      out,
      err,
    }),
  );
  return promise;
}

/** Reads settings as the program does. */
export function configFrom(settings: Settings): Config {
  return loadConfig(settings, () => '');
}

/** Splits an example as a shell does; only double quotes are used. */
export function exampleWords(example: string): readonly string[] {
  return [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

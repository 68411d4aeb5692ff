import { type Config, loadConfig } from '#platform/config/load-config.ts';
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
  words: readonly string[],
  { typed }: Terminal = {},
): Promise<Outcome> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runProgram(commandTable, words, {
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

/** Reads settings as the program does. */
export function configFrom(settings: Settings): Config {
  return loadConfig(settings, () => '');
}

/** Splits an example as a shell does; only double quotes are used. */
export function exampleWords(example: string): readonly string[] {
  return [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

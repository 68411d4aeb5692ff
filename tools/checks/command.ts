import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** How a program ended, and all it said. */
export interface CommandResult {
  readonly code: number;
  /** What it said on both channels, as it came. */
  readonly output: string;
  /** What it said on the first one, for those that answer with data. */
  readonly stdout: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** A step that hangs must not hang the gate. */
const timeoutMsDefault = 600_000;
const killedCode = 137;

/** Runs a program to its end. Does not throw when the program fails: failing is an answer. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, timeoutMs = timeoutMsDefault }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...colour(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const said: Buffer[] = [];
  const answered: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    said.push(chunk);
    answered.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await endOf(child);
  const output = asPrinted(Buffer.concat(said).toString('utf8'));
  const stdout = Buffer.concat(answered).toString('utf8');
  const end =
    code === killedCode
      ? `
killed, at the latest after ${timeoutMs / 1_000} s`
      : '';
  return { code, output: `${output}${end}`, stdout };
}

async function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? killedCode));
  });
}

/** Some programs colour their words wherever `CI` is set, asked or not; what is no terminal gets plain words. */
function asPrinted(text: string): string {
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

/** What the programs print is shown later, as if they had printed to our own terminal. */
function colour(): Readonly<Record<string, string | undefined>> {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** Exit code and output of a program. */
export interface CommandResult {
  readonly code: number;
  /** Output of stdout and stderr, in order of arrival. */
  readonly output: string;
  /** Output of stdout only, for programs that print data. */
  readonly stdout: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Stops a step that hangs. */
const timeoutMsDefault = 600_000;
const killedCode = 137;

/** Runs a program to its end. Returns a nonzero exit code as a result and does not throw. */
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
  const chunks: Buffer[] = [];
  const stdoutChunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    stdoutChunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await endOf(child);
  const output = asPrinted(Buffer.concat(chunks).toString('utf8'));
  const stdout = Buffer.concat(stdoutChunks).toString('utf8');
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

/** Removes colour codes unless stdout is a terminal: some programs always print them where `CI` is set. */
function asPrinted(text: string): string {
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

/** Asks programs for colours when stdout is a terminal, because their output is printed there later. */
function colour(): Readonly<Record<string, string | undefined>> {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined };
}

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { commandTable } from '#apps/commands/command-table.ts';
import { exitCodes } from '#apps/program/failure.ts';
import { runProgram } from '#apps/program/run-program.ts';

// A reader that closes the pipe early, such as `head`, does not stop the command: it may be half done.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(exitCodes.refused);
});

/** Returns what was typed; nothing if the input ends or the question is aborted. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  try {
    return await Promise.race([terminal.question(question).catch(() => ''), closed]);
  } finally {
    terminal.close();
  }
}

const exitCode = await runProgram(commandTable, process.argv.slice(2), {
  environment: process.env,
  readFile: (path) => readFileSync(path, 'utf8'),
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  ask: process.stdin.isTTY ? ask : undefined,
  onStopSignal(stop) {
    let stopping: Promise<void> | undefined;
    // Ctrl-C reaches the whole group of processes, and the one that started this one may send another signal for it.
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        stopping ??= stop(signal).then(() => process.exit(0));
      });
  },
});

// A process that failed at its start has open connections, which would keep it alive.
if (exitCode !== exitCodes.done) process.exit(exitCode);

import { type Config, type Environment, loadConfig } from '#platform/config/load-config.ts';
import { version } from '../release.ts';
import type { CommandGroup, ParsedCommand } from './command.ts';
import { settingNames } from './describe-command.ts';
import { CommandFailure, type ExitCode, exitCodes, reportOf, settingsError, usageError } from './failure.ts';
import type { RequiredSettings, StopProcess } from './need.ts';
import { openResources } from './open-resources.ts';
import { createOutput } from './output.ts';
import { type NamedCommand, nameIn, parseArguments } from './parse-arguments.ts';

/** What the program gets from its process. */
export interface ProgramIo {
  readonly environment: Environment;
  readonly readFile: (path: string) => string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Asks the operator; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly onStopSignal: (stop: StopProcess) => void;
}

/**
 * Runs one command line and returns the exit code. Help and completion need no settings; databases, keys and ports are
 * opened after everything that was typed is known to be right.
 */
export async function runProgram(
  groups: readonly CommandGroup[],
  args: readonly string[],
  io: ProgramIo,
): Promise<ExitCode> {
  const form = args.includes('--json') ? 'json' : 'text';
  const named = parseArguments(groups, args, { version });
  if (named.kind === 'text') {
    io.write(named.text);
    return exitCodes.done;
  }
  if (named.kind === 'error') {
    if (form === 'text') io.writeError(named.help);
    const errors = helpHint(nameIn(groups, args));
    return printFailure(io, form, { error: usageError(named.message, form === 'text' ? errors : []) });
  }
  try {
    return await runCommand(named, form, io);
    // Last place to report a failure to the operator.
  } catch (error) {
    return printFailure(io, form, { error, named });
  }
}

type Form = 'text' | 'json';

async function runCommand(named: NamedCommand, form: Form, io: ProgramIo): Promise<ExitCode> {
  const { command, fullName, rawValues } = named;
  const parsed = command.parse(rawValues);
  if ('errors' in parsed) throw wrongUsage(fullName, parsed.errors, form);
  const { settings } = command;
  const config = settings && loadConfig(io.environment, io.readFile);
  if (config !== undefined) {
    const unknown = unknownBanks(parsed, config);
    if (unknown.length > 0) throw wrongUsage(fullName, unknown, form);
    refuseMissing(fullName, settings ?? [], config);
  }
  await using resources = openResources(config, {
    command: fullName,
    onStopSignal: io.onStopSignal,
    writeLog: io.writeError,
  });
  return await parsed.run({
    resources,
    out: createOutput(form, io.write),
    confirm: (lines) => confirm(named, lines, io),
  });
}

function wrongUsage(fullName: string, errors: readonly string[], form: Form): CommandFailure {
  const message = form === 'json' ? `wrong usage of ${fullName}` : '';
  return usageError(message, form === 'json' ? errors : [...errors, ...helpHint(fullName)]);
}

function helpHint(fullName: string): readonly string[] {
  return [`help: ${['portico', ...(fullName === '' ? [] : [fullName]), '--help'].join(' ')}`];
}

function unknownBanks({ banks }: ParsedCommand, config: Config): readonly string[] {
  return banks
    .filter(([, bankId]) => !config.banks.includes(bankId))
    .map(([label]) => `${label} must be one of: ${config.banks.join(', ')}`);
}

function refuseMissing(fullName: string, required: RequiredSettings, config: Config): void {
  const missing = required.filter((alternatives) => alternatives.every((key) => config[key] === undefined));
  if (missing.length > 0) throw settingsError(`${fullName} needs ${settingNames(missing).join(' and ')}.`);
}

async function confirm(
  { fullName, isConfirmed }: NamedCommand,
  lines: readonly string[],
  { ask, writeError }: ProgramIo,
): Promise<void> {
  if (isConfirmed) return;
  const notConfirmed = (message: string): CommandFailure =>
    new CommandFailure(exitCodes.notConfirmed, 'not-confirmed', message, {
      errors: ask === undefined ? lines : [],
    });
  if (ask === undefined)
    throw notConfirmed(
      `${fullName} cannot be undone and was not confirmed; nothing was changed. Repeat it with --yes. It would do this:`,
    );
  for (const line of lines) writeError(`${line}\n`);
  const typed = await ask(`${fullName} cannot be undone. Type yes to do it: `);
  if (typed.trim() !== 'yes') throw notConfirmed('not confirmed; nothing was changed');
}

function printFailure(
  { writeError }: ProgramIo,
  form: Form,
  { error, named }: { readonly error: unknown; readonly named?: NamedCommand },
): ExitCode {
  const { exitCode, errors, lines, message, problem } = reportOf(error, named?.command.fields);
  const stack = isTraced(named, problem) && error instanceof Error ? error.stack : undefined;
  if (form === 'json')
    writeError(
      `${JSON.stringify({ problem, message, errors, exitCode, ...(stack !== undefined && { stack }) })}\n`,
    );
  else writeError(`${[...lines, ...(stack === undefined ? [] : [stack])].join('\n')}\n`);
  return exitCode;
}

/** A process that fails at its start was not typed by an operator: its log needs the whole cause. */
function isTraced(named: NamedCommand | undefined, problem: string): boolean {
  return named !== undefined && (named.isTraced || (named.command.isProcess && problem === 'failed'));
}

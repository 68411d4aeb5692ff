import { ConfigInvalid } from '#platform/config/config-invalid.ts';
import { type FieldError, Problem } from '#platform/kernel/problem.ts';

/** Exit codes of the program. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  settings: 3,
  notConfirmed: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each exit code means, for the reference. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.done, 'done'],
  [exitCodes.refused, 'refused or failed; also a check that found something, such as a broken audit chain'],
  [
    exitCodes.usage,
    'wrong usage: unknown command or option, a missing or wrong value, a file of another form',
  ],
  [exitCodes.settings, 'a missing or wrong setting'],
  [exitCodes.notConfirmed, 'not confirmed; nothing was changed'],
];

/** A failure for the operator: what is wrong, in words. Never contains a secret. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;
  readonly problem: string;
  readonly errors: readonly string[];

  constructor(
    exitCode: ExitCode,
    problem: string,
    message: string,
    { errors = [] }: { readonly errors?: readonly string[] } = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.problem = problem;
    this.errors = errors;
  }
}

/** The command did not do it, although it was called correctly. */
export function refusal(message: string, errors?: readonly string[]): CommandFailure {
  return new CommandFailure(exitCodes.refused, 'refused', message, errors && { errors });
}

/** The command was called wrongly, or a file that it names cannot be used. */
export function usageError(message: string, errors?: readonly string[]): CommandFailure {
  return new CommandFailure(exitCodes.usage, 'usage', message, errors && { errors });
}

/** A setting is missing or wrong. */
export function settingsError(message: string): CommandFailure {
  return new CommandFailure(exitCodes.settings, 'settings', message);
}

/** Names of the options that set the fields of a problem. */
export type FieldNames = Readonly<Record<string, string>>;

/** A failure as the program prints it: `lines` for people, the rest for scripts. */
export interface FailureReport {
  readonly exitCode: ExitCode;
  readonly problem: string;
  readonly message: string;
  readonly errors: readonly unknown[];
  readonly lines: readonly string[];
}

/** Describes a failure of any kind. */
export function reportOf(error: unknown, fields: FieldNames = {}): FailureReport {
  if (error instanceof Problem) return reportOfProblem(error, fields);
  if (error instanceof CommandFailure) {
    const { exitCode, errors, message, problem } = error;
    return { exitCode, problem, message, errors, lines: message === '' ? errors : [message, ...errors] };
  }
  if (error instanceof ConfigInvalid) {
    const { errors, message } = error;
    return { exitCode: exitCodes.settings, problem: 'settings', message, errors, lines: [message] };
  }
  const message = messageOf(error);
  return {
    exitCode: exitCodes.refused,
    problem: 'failed',
    message,
    errors: [],
    lines: [`failed: ${message}`],
  };
}

function reportOfProblem({ literal, message, more }: Problem, fields: FieldNames): FailureReport {
  const { fieldErrors: errors = [] } = more;
  const lines = errors.map((error) => `  ${errorLine(error, fields)}`);
  return {
    exitCode: exitCodes.refused,
    problem: literal,
    message,
    errors,
    lines: [`refused: ${literal}. ${message}`, ...lines],
  };
}

function errorLine({ message, path }: FieldError, fields: FieldNames): string {
  const [field = '', index] = path;
  const option = fields[field];
  if (option === undefined) return `${path.join('/')}: ${message}`;
  return `${option}${typeof index === 'number' ? `, number ${index + 1},` : ''} ${message}`;
}

/** A failed connection to several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

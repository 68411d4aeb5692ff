import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.ts';
import { type LogFields, type LogFieldType, logFields } from './log-fields.ts';

/** Maximum length of a text field; longer ones are truncated. */
const fieldLengthMax = 200;
/** A stack is ten frames, each as long as a field. */
const stackLengthMax = 2_000;
/** Lines buffered for a slow reader of our output; above this, lines are dropped rather than using more memory. */
const waitingBytesMax = 8_388_608;
/** Lines are written in batches; a single line is written at the latest after this time. */
const writtenAtOnceBytes = 4_096;
const flushEveryMs = 200;

/** The level of a line, from most to least severe. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug';

/** Writes one line. The message is a constant text: whatever varies is a field. */
export type WriteLine = (fields: LogFields, message: string) => void;

/** The log of operations and the platform. Only fields of the table are written. */
export interface Log {
  readonly fatal: WriteLine;
  readonly error: WriteLine;
  readonly warn: WriteLine;
  readonly info: WriteLine;
  readonly debug: WriteLine;
  /** Returns a log whose every line has these fields too. */
  child(fields: LogFields): Log;
}

/** Options of a log. */
export interface LoggerOptions {
  readonly level: LogLevel;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
  /** Fields of every line, e.g. the version. */
  readonly base?: LogFields;
  /** Called once for each field that is not allowed, so that it can be counted. */
  readonly onDroppedField?: () => void;
}

type Scalar = string | number | boolean | null;
type Line = Record<string, Scalar>;

/** A Map, because `constructor` and the like are not fields. */
const allowed: ReadonlyMap<string, LogFieldType> = new Map(
  Object.entries(logFields).map(([name, { type }]) => [name, type]),
);

/** Creates the log of a process: JSON lines with a level name and an ISO time. */
export function createLogger(options: LoggerOptions): Log {
  const dropped = options.onDroppedField ?? (() => undefined);
  const root = pino(
    {
      level: options.level,
      base: options.base === undefined ? null : allowedOf(options.base, dropped),
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination ?? standardOutput(),
  );
  return logOn(root, dropped);
}

/** Not awaited line by line; pino flushes the rest when the process ends. */
function standardOutput(): DestinationStream {
  return pino.destination({
    fd: 1,
    sync: false,
    minLength: writtenAtOnceBytes,
    periodicFlush: flushEveryMs,
    maxLength: waitingBytesMax,
  });
}

type Sink = Logger<never, boolean>;

function logOn(sink: Sink, dropped: () => void): Log {
  const writer =
    (level: LogLevel): WriteLine =>
    (fields, message) => {
      if (sink.isLevelEnabled(level))
        sink[level](allowedOf(fields, dropped), bounded(message, fieldLengthMax));
    };
  return Object.freeze({
    fatal: writer('fatal'),
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
    child: (fields: LogFields) => logOn(sink.child(allowedOf(fields, dropped)), dropped),
  });
}

/** Returns the fields that may be written. A new object: no object of the caller reaches pino. */
function allowedOf(fields: LogFields, dropped: () => void): Line {
  const line: Line = {};
  const values: Readonly<Record<string, unknown>> =
    fields.error === undefined ? fields : { ...fields, error: undefined, ...errorFields(fields.error) };
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined) continue;
    const scalar = scalarOf(name, value);
    if (scalar === undefined) dropped();
    else line[name] = scalar;
  }
  return line;
}

/** Returns the value as written; `undefined` if name or type is not allowed. */
function scalarOf(name: string, value: unknown): Scalar | undefined {
  const type = allowed.get(name);
  if (type === undefined) return undefined;
  if (value === null) return null;
  if (typeof value === 'string' && type === 'text')
    return bounded(value, name === 'errorStack' ? stackLengthMax : fieldLengthMax);
  if (typeof value === 'number' && type === 'number') return value;
  return typeof value === 'boolean' && type === 'flag' ? value : undefined;
}

function bounded(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

const framesMax = 10;

/** A frame of V8: a function, a file with line and column. Free text does not have this shape. */
const frame =
  /^ {4}at (?:async )?(?:[\w$.<>#[\] ]{1,100} \()?(?:file:\/\/|node:|\/)[\w./@+-]{1,300}:\d+:\d+\)?$/;

/** What of a caught thing may be logged. Its message is not: messages quote data. */
export interface ErrorFields {
  readonly errorName: string;
  readonly errorCode?: string;
  readonly errorStack?: string;
}

/** The loggable part of whatever was thrown. */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { errorName: 'NotAnError' };
  const stack = stackOf(thrown);
  return {
    errorName: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' ? { errorCode: thrown.code } : {}),
    ...(stack === '' ? {} : { errorStack: stack }),
  };
}

/** The frames without the message. A message may itself look like frames, so it is cut off first. */
function stackOf({ stack = '', message }: Error): string {
  const start = message === '' ? stack.search(/^\w*\n/) : stack.indexOf(message);
  // A message changed after the error was made is not the one in the stack: then nothing is safe.
  if (start === -1) return '';
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, framesMax)
    .map((line) => line.trim())
    .join('\n');
}

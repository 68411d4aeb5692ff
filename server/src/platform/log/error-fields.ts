const framesMax = 10;

/** A frame of V8: a function, a file with line and column. Free text does not have this form. */
const frame =
  /^ {4}at (?:async )?(?:[\w$.<>#[\] ]{1,100} \()?(?:file:\/\/|node:|\/)[\w./@+-]{1,300}:\d+:\d+\)?$/;

/** The loggable part of an error. Its message is excluded: messages quote data. */
export interface ErrorFields {
  readonly errorName: string;
  readonly errorCode?: string;
  readonly errorStack?: string;
}

/** Returns the loggable part of a thrown value. */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { errorName: 'NotAnError' };
  const stack = stackOf(thrown);
  return {
    errorName: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' ? { errorCode: thrown.code } : {}),
    ...(stack === '' ? {} : { errorStack: stack }),
  };
}

/** Returns the frames without the message. A message may itself look like frames, so it is removed first. */
function stackOf({ stack = '', message }: Error): string {
  const start = message === '' ? stack.search(/^\w*\n/) : stack.indexOf(message);
  // A message changed after the error was created is not the one in the stack: nothing is safe to log.
  if (start === -1) return '';
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, framesMax)
    .map((line) => line.trim())
    .join('\n');
}

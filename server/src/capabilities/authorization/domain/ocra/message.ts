import type { OcraHash, OcraSuite, QuestionFormat } from './suite.ts';

/** What a response is computed from, apart from the key. Exactly those a suite names must be there. */
export interface OcraInputs {
  /** One challenge; in mutual authentication two, that of the computing side's partner first. */
  readonly questions: readonly [string] | readonly [string, string];
  readonly counter?: bigint;
  /** The hash of the password or PIN by the hash function the suite names. */
  readonly passwordHash?: Uint8Array;
  readonly session?: Uint8Array;
  /** The number of time steps since 1970. */
  readonly timeStep?: bigint;
}

/** The message a response is computed over, or the word for the input that does not fit the suite. */
export type OcraMessage =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'unfit'; readonly input: keyof OcraInputs };

const questionBytes = 128;
const hashBytes: Readonly<Record<OcraHash, number>> = { sha1: 20, sha256: 32, sha512: 64 };
const questionPatterns: Readonly<Record<QuestionFormat, RegExp>> = {
  alphanumeric: /^[0-9A-Za-z]+$/,
  numeric: /^[0-9]+$/,
  hexadecimal: /^[0-9A-Fa-f]+$/,
};

/** Builds the message of RFC 6287 5.1: suite, a zero byte, then what the suite names, each at its full length. */
export function ocraMessage(suite: OcraSuite, inputs: OcraInputs): OcraMessage {
  const parts = {
    counter: numberField(suite.hasCounter, inputs.counter),
    questions: questionField(suite, inputs.questions),
    passwordHash: exactField(suite.passwordHash, inputs.passwordHash),
    session: sessionField(suite.sessionBytes, inputs.session),
    timeStep: numberField(suite.timeStepSeconds !== undefined, inputs.timeStep),
  };
  const { counter, questions, passwordHash, session, timeStep } = parts;
  if (counter === undefined) return { kind: 'unfit', input: 'counter' };
  if (questions === undefined) return { kind: 'unfit', input: 'questions' };
  if (passwordHash === undefined) return { kind: 'unfit', input: 'passwordHash' };
  if (session === undefined) return { kind: 'unfit', input: 'session' };
  if (timeStep === undefined) return { kind: 'unfit', input: 'timeStep' };
  const head = Buffer.from(`${suite.text}\0`, 'ascii');
  return {
    kind: 'message',
    bytes: Buffer.concat([head, counter, questions, passwordHash, session, timeStep]),
  };
}

const nothing = Buffer.alloc(0);

/** Eight bytes; empty when neither asked for nor given, undefined when only one of both. */
function numberField(isAsked: boolean, value: bigint | undefined): Buffer | undefined {
  if (value === undefined) return isAsked ? undefined : nothing;
  if (!isAsked || BigInt.asUintN(64, value) !== value) return undefined;
  const field = Buffer.alloc(8);
  field.writeBigUInt64BE(value);
  return field;
}

function exactField(hash: OcraHash | undefined, value: Uint8Array | undefined): Buffer | undefined {
  if (hash === undefined) return value === undefined ? nothing : undefined;
  return value?.length === hashBytes[hash] ? Buffer.from(value) : undefined;
}

/** A session stands at the end of its field, as in the RFC's own program. */
function sessionField(bytes: number | undefined, value: Uint8Array | undefined): Buffer | undefined {
  if (bytes === undefined) return value === undefined ? nothing : undefined;
  if (value === undefined || value.length > bytes) return undefined;
  return Buffer.concat([Buffer.alloc(bytes - value.length), value]);
}

/**
 * A challenge stands at the beginning of its field. A numeric one is the number in hexadecimal digits without leading
 * zeros, as in the RFC's own program, so an odd number of digits ends within a byte.
 */
function questionField({ question }: OcraSuite, questions: OcraInputs['questions']): Buffer | undefined {
  const { format, lengthMax } = question;
  const isFit = questions.every((text) => text.length <= lengthMax && questionPatterns[format].test(text));
  if (!isFit) return undefined;
  const digits = hexadecimalOf(format, questions.join(''));
  return Buffer.from(digits.padEnd(2 * questionBytes, '0'), 'hex');
}

function hexadecimalOf(format: QuestionFormat, text: string): string {
  switch (format) {
    case 'alphanumeric':
      return Buffer.from(text, 'ascii').toString('hex');
    case 'numeric':
      return BigInt(text).toString(16);
    case 'hexadecimal':
      return text;
  }
}

import type { OcraHash, OcraSuite, QuestionFormat } from './suite.ts';

/** Inputs of a response, apart from the key. Exactly those that the suite names must be present. */
export interface OcraInputs {
  /** One challenge; in mutual authentication two, the challenge of the other party first. */
  readonly questions: readonly [string] | readonly [string, string];
  readonly counter?: bigint;
  /** Hash of the password or PIN by the hash function of the suite. */
  readonly passwordHash?: Uint8Array;
  readonly session?: Uint8Array;
  /** Number of time steps since 1970. */
  readonly timeStep?: bigint;
}

/** The message that a response is computed over, or the input that does not fit the suite. */
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

/** Builds the message of RFC 6287 5.1: suite, a zero byte, then the inputs of the suite, each at its full length. */
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

/** Returns eight bytes; empty when neither required nor present, undefined when only one of both. */
function numberField(isRequired: boolean, value: bigint | undefined): Buffer | undefined {
  if (value === undefined) return isRequired ? undefined : nothing;
  if (!isRequired || BigInt.asUintN(64, value) !== value) return undefined;
  const field = Buffer.alloc(8);
  field.writeBigUInt64BE(value);
  return field;
}

function exactField(hash: OcraHash | undefined, value: Uint8Array | undefined): Buffer | undefined {
  if (hash === undefined) return value === undefined ? nothing : undefined;
  return value?.length === hashBytes[hash] ? Buffer.from(value) : undefined;
}

/** The session is right-aligned in its field, as in the reference program of the RFC. */
function sessionField(bytes: number | undefined, value: Uint8Array | undefined): Buffer | undefined {
  if (bytes === undefined) return value === undefined ? nothing : undefined;
  if (value === undefined || value.length > bytes) return undefined;
  return Buffer.concat([Buffer.alloc(bytes - value.length), value]);
}

/**
 * The challenge is left-aligned in its field. A numeric challenge is the number in hexadecimal digits without leading
 * zeros, as in the reference program of the RFC, so an odd number of digits ends within a byte.
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

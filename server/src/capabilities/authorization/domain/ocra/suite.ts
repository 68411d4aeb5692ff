/** The hash functions of OCRA, for the response as for a password. */
export type OcraHash = 'sha1' | 'sha256' | 'sha512';

/** Characters of a challenge: letters and digits, digits, hexadecimal digits. */
export type QuestionFormat = 'alphanumeric' | 'numeric' | 'hexadecimal';

/** A parsed suite of RFC 6287: how a response is computed, and from which inputs. */
export interface OcraSuite {
  /** The original text; it is part of the message. */
  readonly text: string;
  readonly hash: OcraHash;
  /** Number of digits of a response; 0 means the whole hash in hexadecimal digits. */
  readonly digits: number;
  readonly hasCounter: boolean;
  readonly question: { readonly format: QuestionFormat; readonly lengthMax: number };
  readonly passwordHash: OcraHash | undefined;
  readonly sessionBytes: number | undefined;
  readonly timeStepSeconds: number | undefined;
}

/** The suite of the product's own tokens. */
export const productSuiteText = 'OCRA-1:HOTP-SHA512-8:QN08-T1M';

/** Longer than every valid suite; longer texts are refused before parsing. */
const suiteMaxLength = 64;

const suitePattern = new RegExp(
  [
    '^OCRA-1:HOTP-(?<hash>SHA1|SHA256|SHA512)-(?<digits>0|[4-9]|10):',
    '(?<counter>C-)?Q(?<format>[ANH])(?<length>0[4-9]|[1-5][0-9]|6[0-4])',
    '(?:-P(?<password>SHA1|SHA256|SHA512))?',
    '(?:-S(?<session>00[1-9]|0[1-9][0-9]|[1-4][0-9]{2}|50[0-9]|51[0-2]))?',
    // Verified erratum 3729 of RFC 6287: a step of zero hours is not valid.
    '(?:-T(?<step>(?:[1-9]|[1-5][0-9])[SM]|(?:[1-9]|[1-3][0-9]|4[0-8])H))?$',
  ].join(''),
);

/** Parses a suite; returns undefined for what RFC 6287 does not allow. */
export function parseSuite(text: string): OcraSuite | undefined {
  const parts = text.length > suiteMaxLength ? undefined : suitePattern.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { hash = '', digits, counter, format = '', length, password, session, step } = parts;
  return {
    text,
    hash: hashOf(hash),
    digits: Number(digits),
    hasCounter: counter !== undefined,
    question: { format: formatOf(format), lengthMax: Number(length) },
    passwordHash: password === undefined ? undefined : hashOf(password),
    sessionBytes: session === undefined ? undefined : Number(session),
    timeStepSeconds: step === undefined ? undefined : Number.parseInt(step, 10) * secondsOf(step.slice(-1)),
  };
}

function hashOf(name: string): OcraHash {
  if (name === 'SHA1') return 'sha1';
  return name === 'SHA256' ? 'sha256' : 'sha512';
}

function formatOf(letter: string): QuestionFormat {
  if (letter === 'A') return 'alphanumeric';
  return letter === 'N' ? 'numeric' : 'hexadecimal';
}

function secondsOf(unit: string): number {
  if (unit === 'S') return 1;
  return unit === 'M' ? 60 : 3600;
}

import { type TEnum, type TInteger, type TObject, type TOptional, type TString, Type } from 'typebox';

/** The codes of the contract, each with its HTTP status and what the core states with it. */
export const coreProblems = {
  'invalid-request': { status: 400, meaning: 'The request does not fit this contract. Nothing happened.' },
  'cursor-invalid': {
    status: 400,
    meaning: 'The cursor or entry reference was never given, or has expired.',
  },
  'caller-unknown': { status: 403, meaning: 'The client certificate may not call. Nothing happened.' },
  'not-known': { status: 404, meaning: 'The core has no such account, entry or instruction.' },
  'instruction-conflict': {
    status: 409,
    meaning: 'An instruction with this id and another content was submitted before. Nothing happened.',
  },
  'too-many-requests': {
    status: 429,
    meaning: 'Too many calls; `Retry-After` says how long. Nothing happened.',
  },
  unavailable: { status: 503, meaning: 'Not now; `Retry-After` says how long. Nothing happened.' },
} as const;
export type CoreProblemCode = keyof typeof coreProblems;

/** What every operation may respond with. */
export const everywhere = ['invalid-request', 'caller-unknown', 'too-many-requests', 'unavailable'] as const;

export const problemMediaType = 'application/problem+json';

type ProblemSchema = TObject<{
  title: TOptional<TString>;
  status: TOptional<TInteger>;
  code: TEnum<CoreProblemCode[]>;
}>;

/** Returns the schema of an error response (RFC 9457) with one of these codes. */
export function problemSchema(codes: readonly CoreProblemCode[]): ProblemSchema {
  return Type.Object({
    title: Type.Optional(Type.String({ description: 'For people; never personal data.' })),
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    code: Type.Enum([...codes]),
  });
}

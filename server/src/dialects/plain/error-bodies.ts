import Type, { type Static } from 'typebox';
import type { ErrorBody } from '#platform/http/dialect.ts';
import { fieldErrorSchema } from '../field.ts';

const problemDetails = Type.Object(
  {
    type: Type.String({ pattern: '^urn:problem:' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ pattern: '^urn:uuid:' }),
    code: Type.String(),
    errors: Type.Optional(Type.Array(fieldErrorSchema)),
  },
  // RFC 9457 3.2: a problem may add members of its own.
  { additionalProperties: true, description: 'Problem details (RFC 9457); `code` names the reason.' },
);

/** The body of every error. */
export type ProblemDetails = Static<typeof problemDetails>;

export const problemDetailsBody: ErrorBody = {
  name: 'problem-details',
  schema: problemDetails,
  withCodes: (codes) => Type.Object({ code: Type.Enum([...codes]) }),
};

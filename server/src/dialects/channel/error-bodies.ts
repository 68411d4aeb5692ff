import Type, { type Static } from 'typebox';
import type { ErrorBody } from '#platform/http/dialect.ts';
import { fieldErrorSchema } from '../field.ts';

const closed = { additionalProperties: false } as const;

const validationProblem = Type.Object(
  {
    title: Type.String(),
    status: Type.Integer(),
    errors: Type.Array(fieldErrorSchema, { minItems: 1 }),
  },
  { ...closed, description: 'The request does not match its schema; one entry for each field.' },
);

const businessProblem = Type.Object(
  {
    problem: Type.String(),
    message: Type.String(),
    // SPEC 000, 002: a text. Problems of party and correspondence that a client has to read have members instead.
    details: Type.Optional(
      Type.Unsafe<string | Readonly<Record<string, unknown>>>({ type: ['string', 'object'] }),
    ),
    type: Type.String({ pattern: '^urn:problem:' }),
    status: Type.Integer(),
    'trace-id': Type.Optional(Type.String()),
  },
  { ...closed, description: '`problem` names the reason; `message` is for people.' },
);

/** SPEC 000, 002: the body of 400. */
export type ValidationProblem = Static<typeof validationProblem>;

/** SPEC 000, 002: the body of 440, and of every other error. */
export type BusinessProblem = Static<typeof businessProblem>;

export const validationProblemBody: ErrorBody = { name: 'validation-problem', schema: validationProblem };

export const businessProblemBody: ErrorBody = {
  name: 'business-problem',
  schema: businessProblem,
  withCodes: (codes) => Type.Object({ problem: Type.Enum([...codes]) }),
};

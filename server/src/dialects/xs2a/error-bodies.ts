import Type, { type Static } from 'typebox';
import type { ErrorBody } from '#platform/http/dialect.ts';

const closed = { additionalProperties: false } as const;

/** Limits of the standard. */
export const textMax = 500;
export const titleMax = 70;

const links = Type.Optional(
  Type.Record(Type.String(), Type.Object({ href: Type.String() }, closed), {
    description: 'Steps that lead out of the problem.',
  }),
);

const messageMembers = {
  category: Type.Enum(['ERROR']),
  code: Type.String(),
  path: Type.Optional(
    Type.String({ description: 'JSON pointer into the body, or the name of a parameter or header.' }),
  ),
  text: Type.String({ maxLength: textMax }),
};

const tppMessages = Type.Object(
  {
    tppMessages: Type.Array(Type.Object(messageMembers, closed), { minItems: 1 }),
    _links: links,
  },
  { ...closed, description: 'Error messages for the third party; `code` names the reason.' },
);

const tppProblem = Type.Object(
  {
    type: Type.String({ maxLength: 70 }),
    title: Type.String({ maxLength: titleMax }),
    detail: Type.String({ maxLength: textMax }),
    code: Type.String(),
    additionalErrors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.String(),
            title: Type.String({ maxLength: titleMax }),
            detail: Type.String({ maxLength: textMax }),
          },
          closed,
        ),
        { minItems: 1 },
      ),
    ),
    _links: links,
  },
  { ...closed, description: 'The same error for callers that accept `application/problem+json`.' },
);

/** Format A of the standard, the default. */
export type TppMessages = Static<typeof tppMessages>;

/** Format B of the standard. */
export type TppProblem = Static<typeof tppProblem>;

export const tppMessagesBody: ErrorBody = {
  name: 'tpp-messages',
  schema: tppMessages,
  // With all members: a list narrows each element as a whole.
  withCodes: (codes) =>
    Type.Object({
      tppMessages: Type.Array(Type.Object({ ...messageMembers, code: Type.Enum([...codes]) })),
    }),
};

export const tppProblemBody: ErrorBody = {
  name: 'tpp-problem',
  schema: tppProblem,
  withCodes: (codes) => Type.Object({ code: Type.Enum([...codes]) }),
};

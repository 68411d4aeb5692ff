import Type, { type Static } from 'typebox';
import type { ErrorBody } from '#platform/http/dialect.ts';
import { named } from '#platform/http/named-schema.ts';

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

const message = named('TppMessage', 'An error for the third party.', Type.Object(messageMembers, closed), {
  code: 'Reason, for programs.',
  text: 'Reason, for people; in English.',
});
const messages = Type.Array(message, { minItems: 1 });

const tppMessages = Type.Object(
  {
    tppMessages: messages,
    _links: links,
  },
  { ...closed, description: 'Error messages for the third party; `code` names the reason.' },
);

const problemMembers = {
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
};

const tppProblem = Type.Object(problemMembers, {
  ...closed,
  description: 'The same error for callers that accept `application/problem+json`.',
});

/** Format A of the standard, the default. */
export type TppMessages = Static<typeof tppMessages>;

/** Format B of the standard. */
export type TppProblem = Static<typeof tppProblem>;

export const tppMessagesBody: ErrorBody = {
  name: 'tpp-messages',
  schema: tppMessages,
  // With the whole message: a list narrows each element as a whole.
  withCodes: (codes) =>
    Type.Object({
      tppMessages: Type.Array(Type.Intersect([message, Type.Object({ code: Type.Enum([...codes]) })])),
    }),
};

export const tppProblemBody: ErrorBody = {
  name: 'tpp-problem',
  schema: tppProblem,
  withCodes: (codes) => Type.Object({ code: Type.Enum([...codes]) }),
};

/** SPEC xs2a-2026 1.5: the bodies of verifications, with the names of 1.3.16 beside the older ones. */
export const apiClientMessagesBody: ErrorBody = {
  name: 'api-client-messages',
  schema: Type.Object(
    { apiClientMessages: Type.Optional(messages), tppMessages: messages, _links: links },
    { ...closed, description: 'Error messages, twice: under the name of 1.3.16 and under the older one.' },
  ),
  withCodes: (codes) =>
    Type.Object({
      apiClientMessages: Type.Optional(
        Type.Array(Type.Object({ ...messageMembers, code: Type.Enum([...codes]) })),
      ),
    }),
};

export const apiClientProblemBody: ErrorBody = {
  name: 'api-client-problem',
  schema: Type.Object(
    {
      ...problemMembers,
      status: Type.Integer(),
      instance: Type.String({ maxLength: 256, description: 'Path of the request.' }),
    },
    { ...closed, description: 'The same error for callers that accept `application/problem+json`.' },
  ),
  withCodes: (codes) => Type.Object({ code: Type.Enum([...codes]) }),
};

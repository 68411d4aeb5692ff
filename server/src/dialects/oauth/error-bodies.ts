import Type, { type Static } from 'typebox';
import type { ErrorBody } from '#platform/http/dialect.ts';

/** RFC 6749 5.2. The library behind the endpoints of OAuth adds `state`, `iss` and `scope` to some of its errors. */
export const oauthError = Type.Object(
  {
    error: Type.String(),
    error_description: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
  },
  { additionalProperties: false, description: 'Error response of OAuth 2.0; `error` names the reason.' },
);

/** The body of every error. */
export type OAuthError = Static<typeof oauthError>;

export const oauthErrorBody: ErrorBody = {
  name: 'oauth-error',
  schema: oauthError,
  withCodes: (codes) => Type.Object({ error: Type.Enum([...codes]) }),
};

import Type, { type Static } from 'typebox';

/** A user of the upstream provider, and how the provider behaves for this user. */
export const upstreamPerson = Type.Object({
  subject: Type.String(),
  claims: Type.Record(Type.String(), Type.Unknown()),
  /** The default authentication class of the user. */
  acr: Type.Optional(Type.String()),
  /** The class on request. */
  strongestAcr: Type.Optional(Type.String()),
  /** The provider reports a sign-in this long ago, regardless of the request. */
  ageSeconds: Type.Optional(Type.Integer()),
  /** The sign-in fails with this error code. */
  error: Type.Optional(Type.String()),
  /** Wrong claims of the ID token; null omits one. */
  wrongClaims: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** How the ID token is signed. */
  signature: Type.Optional(Type.Enum(['good', 'foreign', 'shared', 'none'])),
  /** Response of the token endpoint instead of tokens. */
  tokenStatus: Type.Optional(Type.Integer()),
});
export type UpstreamPerson = Static<typeof upstreamPerson>;

/** A cookie selects the user; the provider asks nothing else. */
export const personCookie = 'person';

/** A client of the provider without a key. */
const furtherClient = Type.Object({
  clientId: Type.String(),
  method: Type.Enum(['client_secret_basic', 'client_secret_post', 'none']),
  secret: Type.Optional(Type.String()),
});

/** Settings of the program. */
export const upstreamStart = Type.Object({
  keyPem: Type.String(),
  certificatePem: Type.String(),
  clientId: Type.String(),
  clientKey: Type.Record(Type.String(), Type.Unknown()),
  furtherClients: Type.Optional(Type.Array(furtherClient)),
  redirectUris: Type.Array(Type.String()),
  pushedRequests: Type.Enum(['supported', 'unknown']),
});
export type UpstreamStart = Static<typeof upstreamStart>;

/** `silent` accepts requests and never responds; `broken` responds 500 to everything. */
export const upstreamMode = Type.Enum(['working', 'silent', 'broken']);
export type UpstreamMode = Static<typeof upstreamMode>;

export const upstreamMessage = Type.Object({
  id: Type.Integer(),
  start: Type.Optional(upstreamStart),
  timeMs: Type.Optional(Type.Integer()),
  mode: Type.Optional(upstreamMode),
});
export type UpstreamMessage = Static<typeof upstreamMessage>;

import Type, { type Static } from 'typebox';

/** Somebody at the other provider, and how the provider behaves when it is they who sign in. */
export const upstreamPerson = Type.Object({
  subject: Type.String(),
  claims: Type.Record(Type.String(), Type.Unknown()),
  /** The class of authentication they usually come with. */
  acr: Type.Optional(Type.String()),
  /** The one they can come with, when it is asked for. */
  strongestAcr: Type.Optional(Type.String()),
  /** The provider says that they signed in this long ago, whatever was asked for. */
  ageSeconds: Type.Optional(Type.Integer()),
  /** They do not come through, with this word. */
  error: Type.Optional(Type.String()),
  /** Claims of the ID token that the provider gets wrong; null leaves one out. */
  wrongClaims: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** How the ID token is signed. */
  signature: Type.Optional(Type.Enum(['good', 'foreign', 'shared', 'none'])),
  /** What the token endpoint answers instead of tokens. */
  tokenStatus: Type.Optional(Type.Integer()),
});
export type UpstreamPerson = Static<typeof upstreamPerson>;

/** The browser carries who is at the keyboard; the provider asks nothing else. */
export const personCookie = 'person';

/** A client of the provider without a key. */
const furtherClient = Type.Object({
  clientId: Type.String(),
  method: Type.Enum(['client_secret_basic', 'client_secret_post', 'none']),
  secret: Type.Optional(Type.String()),
});

/** What the program is told when it starts. */
export const upstreamStart = Type.Object({
  keyPem: Type.String(),
  certificatePem: Type.String(),
  clientId: Type.String(),
  clientKey: Type.Record(Type.String(), Type.Unknown()),
  furtherClients: Type.Optional(Type.Array(furtherClient)),
  redirectUris: Type.Array(Type.String()),
  pushedRequests: Type.Enum(['taken', 'unknown']),
});
export type UpstreamStart = Static<typeof upstreamStart>;

/** `silent` takes requests and never answers; `broken` answers 500 to everything. */
export const upstreamMood = Type.Enum(['working', 'silent', 'broken']);
export type UpstreamMood = Static<typeof upstreamMood>;

export const upstreamMessage = Type.Object({
  id: Type.Integer(),
  start: Type.Optional(upstreamStart),
  timeMs: Type.Optional(Type.Integer()),
  mood: Type.Optional(upstreamMood),
});
export type UpstreamMessage = Static<typeof upstreamMessage>;

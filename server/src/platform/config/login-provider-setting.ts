import Type from 'typebox';
import { isNetwork, isWebUrl } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const providersMax = 256;
const redirectUrisMax = 16;
const networksMax = 16;
const hostsMax = 8;

const closed = { additionalProperties: false } as const;
const file = Type.String({ pattern: '^file:.', maxLength: 500 });
const hostName = Type.Refine(
  Type.String({ maxLength: 253 }),
  (host) => URL.parse(`https://${host}/`)?.hostname === host,
);

/**
 * A redirect address of an application: https, or a private scheme (RFC 8252 7.1, a reversed domain name). In the form
 * in which it is sent, because the provider compares it character by character.
 */
function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  if (url?.href !== uri || /[?#@]/.test(uri)) return false;
  return url.protocol === 'https:' || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol);
}

/** How we authenticate to the provider. Secrets and keys are in files, never in the setting itself. */
const authentication = Type.Union([
  Type.Object(
    {
      method: Type.Literal('private_key_jwt'),
      key: file,
      assertionAudience: Type.Optional(Type.Enum(['issuer', 'token-endpoint'])),
    },
    closed,
  ),
  Type.Object({ method: Type.Enum(['client_secret_basic', 'client_secret_post']), secretFile: file }, closed),
  Type.Object({ method: Type.Literal('none') }, closed),
]);

/** A provider whose logins customers of one bank may link. */
const loginProvider = Type.Object(
  {
    bank: Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    provider: Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 50 }),
    issuer: Type.Refine(
      Type.String({ maxLength: 200 }),
      (address) => address.startsWith('https:') && isWebUrl(address),
    ),
    clientId: Type.String({ minLength: 1, maxLength: 200 }),
    authentication: Type.Immutable(authentication),
    redirectUris: Type.Immutable(
      Type.Array(Type.Refine(Type.String({ maxLength: 500 }), isRedirectUri), {
        minItems: 1,
        maxItems: redirectUrisMax,
        uniqueItems: true,
      }),
    ),
    /** The name on the sign-in page; absent, linked logins do not sign in. */
    signInName: Type.Optional(Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]+$' })),
    hosts: Type.Optional(Type.Immutable(Type.Array(hostName, { maxItems: hostsMax }))),
    networks: Type.Optional(
      Type.Immutable(Type.Array(Type.Refine(Type.String(), isNetwork), { maxItems: networksMax })),
    ),
    ca: Type.Optional(file),
  },
  closed,
);

const loginProviderList = Type.Immutable(
  Type.Array(Type.Immutable(loginProvider), { maxItems: providersMax }),
);

/** The providers whose logins customers may link, for all banks. */
export function loginProviders(): SettingType<typeof loginProviderList> {
  return json(
    loginProviderList,
    'a list of objects with bank, provider, issuer (https:), clientId, authentication (method, and key or secretFile as file: path) and redirectUris; see docs/guides/linked-logins.md',
  );
}

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
 * An address of an application: https, or a scheme of its own (RFC 8252 7.1, a domain name turned round). Spelled as it
 * is sent, because the provider compares it letter by letter.
 */
function isRedirectUri(given: string): boolean {
  const url = URL.parse(given);
  if (url?.href !== given || /[?#@]/.test(given)) return false;
  return url.protocol === 'https:' || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol);
}

/** How we prove ourselves. Secrets and keys are in files, never in the setting itself. */
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

/** One provider at which customers of one bank may have a login. */
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

/** The providers at which customers of all banks may have logins. */
export function loginProviders(): SettingType<typeof loginProviderList> {
  return json(
    loginProviderList,
    'a list of objects with bank, provider, issuer (https:), clientId, authentication (method, and key or secretFile as file: path) and redirectUris; see docs/guides/linked-logins.md',
  );
}

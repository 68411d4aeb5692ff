import Type from 'typebox';
import { isNetwork, isWebUrl } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const providersMax = 64;
const rolesMax = 500;
const classesMax = 50;
const networksMax = 16;
const hostsMax = 8;

const closed = { additionalProperties: false } as const;
const shortText = Type.String({ minLength: 1, maxLength: 200 });
const file = Type.String({ pattern: '^file:.', maxLength: 500 });
const hostName = Type.Refine(
  Type.String({ maxLength: 253 }),
  (host) => URL.parse(`https://${host}/`)?.hostname === host,
);

/** The identity provider of one bank's staff, as a platform engineer describes it. */
const staffProvider = Type.Object(
  {
    bank: Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    issuer: Type.Refine(
      Type.String({ maxLength: 200 }),
      (address) => address.startsWith('https:') && isWebUrl(address),
    ),
    clientId: shortText,
    key: file,
    assertionAudience: Type.Optional(Type.Enum(['issuer', 'token-endpoint'])),
    scope: Type.Optional(
      Type.String({ pattern: '^openid( [\\x21\\x23-\\x5B\\x5D-\\x7E]+)*$', maxLength: 500 }),
    ),
    claims: Type.Immutable(
      Type.Object({ employeeId: shortText, unit: Type.Optional(shortText), roles: shortText }, closed),
    ),
    roles: Type.Immutable(
      Type.Record(shortText, Type.Immutable(Type.Array(shortText, { minItems: 1, maxItems: 50 })), {
        minProperties: 1,
        maxProperties: rolesMax,
      }),
    ),
    acr: Type.Optional(
      Type.Immutable(
        Type.Object(
          {
            claim: Type.Optional(shortText),
            askedBy: Type.Optional(Type.Enum(['acr_values', 'claims'])),
            values: Type.Immutable(
              Type.Record(shortText, Type.Enum(['1fa', 'sca']), { maxProperties: classesMax }),
            ),
          },
          closed,
        ),
      ),
    ),
    hosts: Type.Optional(Type.Immutable(Type.Array(hostName, { maxItems: hostsMax }))),
    networks: Type.Optional(
      Type.Immutable(Type.Array(Type.Refine(Type.String(), isNetwork), { maxItems: networksMax })),
    ),
    ca: Type.Optional(file),
  },
  closed,
);

const staffProviderList = Type.Immutable(
  Type.Array(Type.Immutable(staffProvider), { maxItems: providersMax }),
);

/** The identity providers of the staff of all banks. */
export function staffProviders(): SettingType<typeof staffProviderList> {
  return json(
    staffProviderList,
    'a list of objects with bank, issuer (https:), clientId, key (file: path of a private JWK), claims and roles; see docs/guides/staff-sign-in.md',
  );
}

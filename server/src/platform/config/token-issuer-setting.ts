import Type from 'typebox';
import { isWebUrl } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const issuersMax = 20;
const banksMax = 64;
const rightsMax = 100;
const clientsMax = 1_000;

const closed = { additionalProperties: false } as const;
const rights = Type.Immutable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: rightsMax }),
);

/** Caller kinds the issuer may name: scopes of applications, of customers and of services for them, roles of employees. */
const callers = Type.Immutable(
  Type.Object(
    {
      application: Type.Optional(rights),
      customer: Type.Optional(rights),
      delegate: Type.Optional(rights),
      employee: Type.Optional(rights),
    },
    { ...closed, minProperties: 1 },
  ),
);

const tokenIssuerList = Type.Immutable(
  Type.Array(
    Type.Immutable(
      Type.Object(
        {
          issuer: Type.Refine(Type.String({ maxLength: 200 }), isWebUrl),
          audience: Type.String({ minLength: 1, maxLength: 200 }),
          jwks: Type.Refine(
            Type.String({ maxLength: 500 }),
            (at) => /^file:./.test(at) || (at.startsWith('https:') && isWebUrl(at)),
          ),
          banks: Type.Immutable(
            Type.Array(Type.String({ pattern: '^[a-z0-9]{2,8}$' }), { minItems: 1, maxItems: banksMax }),
          ),
          callers,
          clients: Type.Optional(
            Type.Immutable(
              Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
                minItems: 1,
                maxItems: clientsMax,
              }),
            ),
          ),
          unboundTokens: Type.Optional(Type.Enum(['refused', 'accepted'])),
        },
        closed,
      ),
    ),
    { maxItems: issuersMax },
  ),
);

/** Issuers whose tokens are accepted, each with the banks and callers it may name. */
export function tokenIssuers(): SettingType<typeof tokenIssuerList> {
  return json(
    tokenIssuerList,
    'a list of at most 20 objects with issuer, audience, jwks (an https: address or a file: path), banks, callers and optionally clients and unboundTokens; see docs/guides/token-issuers.md',
  );
}

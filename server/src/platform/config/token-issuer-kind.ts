import Type from 'typebox';
import { isWebUrl } from './address-kinds.ts';
import { json, type Kind } from './kinds.ts';

const issuersMax = 20;

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
        },
        { additionalProperties: false },
      ),
    ),
    { maxItems: issuersMax },
  ),
);

/** Issuers whose tokens are believed. */
export function tokenIssuers(): Kind<typeof tokenIssuerList> {
  return json(
    tokenIssuerList,
    'a list of at most 20 objects with exactly issuer, audience and jwks, the last an https: address or a file: path',
  );
}

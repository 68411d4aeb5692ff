import Type from 'typebox';
import type { Access } from '#platform/auth/access.ts';
import type { HeaderParameter } from '#platform/http/dialect.ts';

const signed = "Required where the bank's profile has `tppSignatureRequired`; verified in any case.";

const requestId: HeaderParameter = {
  name: 'X-Request-ID',
  description:
    'Identifies the request; the response repeats it. A change with the same id and body takes effect once.',
  isRequired: true,
  schema: Type.String({ format: 'uuid' }),
  example: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
};

const ofSignature: readonly HeaderParameter[] = [
  {
    name: 'Digest',
    description: `SHA-256 or SHA-512 of the body, also of an empty one. ${signed}`,
    isRequired: false,
    schema: Type.String(),
    example: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  },
  {
    name: 'Signature',
    description: `Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. ${signed}`,
    isRequired: false,
    schema: Type.String(),
    example:
      'keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"',
  },
  {
    name: 'TPP-Signature-Certificate',
    description: `The certificate of the signature (QSEAL), base64 of its DER bytes. ${signed}`,
    isRequired: false,
    schema: Type.String({ maxLength: 12_000 }),
    example: 'MIIC5TCCAoqgAwIBAgIQ',
  },
];

/** Headers of every request: a signature is that of a third party. */
export function requestHeaders(access: Access): readonly HeaderParameter[] {
  const isForThirdParties = access.kind === 'callers' && access.tpp !== undefined;
  return isForThirdParties ? [requestId, ...ofSignature] : [requestId];
}

import type { FieldError } from '#platform/kernel/problem.ts';
import type { CertificateSubject, ClientAuthentication } from './client.ts';
import { readKeySet } from './client-keys.ts';
import { isPublicName, redirectUriError } from './redirect-uri.ts';

/** Requested client authentication. The key set is unvalidated file content. */
export type AuthenticationDraft =
  | {
      readonly method: 'private_key_jwt';
      readonly keys:
        | { readonly by: 'value'; readonly keySet: unknown }
        | { readonly by: 'url'; readonly url: string };
    }
  | { readonly method: 'tls_client_auth'; readonly subject: CertificateSubject };

/** Result of reading a draft. The authentication is valid only if there are no errors. */
export interface AuthenticationReading {
  readonly authentication: ClientAuthentication;
  readonly fieldErrors: readonly FieldError[];
}

export function readAuthentication(draft: AuthenticationDraft): AuthenticationReading {
  if (draft.method === 'tls_client_auth')
    return { authentication: draft, fieldErrors: subjectFieldErrors(draft.subject) };
  const { method } = draft;
  if (draft.keys.by === 'url') {
    const wrong = keysUrlError(draft.keys.url);
    const fieldErrors = wrong === undefined ? [] : [formatFieldError('keysUrl', wrong)];
    return { authentication: { method, keys: draft.keys }, fieldErrors };
  }
  const { fieldErrors, keys } = readKeySet(draft.keys.keySet);
  const readKeys = keys.map((jwk) => ({ jwk, validUntil: undefined }));
  return { authentication: { method, keys: { by: 'value', keys: readKeys } }, fieldErrors };
}

const subjectLengthMax = 512;
const attributeName = String.raw`(?:CN|C|L|ST|STREET|O|OU|[0-9]+(?:\.[0-9]+)+)`;
const escapedSign = String.raw`\\["+,;<>\\ #]`;
/** RFC 4514 requires escaping of a space at either end and of a leading #. */
const attributeValue = String.raw`(?:${escapedSign}|[^\\,+"<>; #])(?:(?:${escapedSign}|[^\\,+"<>;])*(?:${escapedSign}|[^\\,+"<>; ]))?`;
/** RFC 4514, in the single spelling that certificate subjects are compared in. */
const distinguishedName = new RegExp(
  `^${attributeName}=${attributeValue}(?:,${attributeName}=${attributeValue})*$`,
  'u',
);

function subjectFieldErrors({ kind, value }: CertificateSubject): readonly FieldError[] {
  switch (kind) {
    case 'dn':
      return value.length <= subjectLengthMax && !/\p{C}/u.test(value) && distinguishedName.test(value)
        ? []
        : [
            formatFieldError(
              'tlsSubjectDn',
              'must be a subject in RFC 4514 form, most specific attribute first: CN=app,O=Bank,C=NL',
            ),
          ];
    case 'san-dns':
      return isPublicName(value)
        ? []
        : [
            formatFieldError(
              'tlsSanDns',
              'must be a fully qualified host name in lower case, without wildcard',
            ),
          ];
  }
}

/** Top-level names of internal networks. The key fetcher checks the resolved address. */
const insideNames = ['local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'];

function keysUrlError(url: string): string | undefined {
  const wrong = redirectUriError(url);
  if (wrong !== undefined) return wrong;
  const { hostname, port } = new URL(url);
  if (port !== '') return 'has a port; keys are fetched from port 443 only';
  return insideNames.includes(hostname.split('.').at(-1) ?? '')
    ? 'names a host of an internal network'
    : undefined;
}

function formatFieldError(field: string, message: string): FieldError {
  return { part: 'body', path: [field], code: 'format', message };
}

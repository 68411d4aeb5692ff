import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';
import type { AcceptedThirdParty } from '#platform/auth/third-party-certificate.ts';
import type { DelegatedRequestFacts } from '#platform/http/delegated-request.ts';

/** Facts about a request that the library's hooks need. */
export interface RequestContext {
  readonly certificate: CertificateVerdict;
  /** The third party whose qualified certificate passes every check of the bank. */
  readonly thirdParty?: AcceptedThirdParty | undefined;
  readonly requestId: string;
  /** Network of the source address. */
  readonly network: string;
  /** Adds fields to the log line of the request. */
  readonly addLogFields: (facts: DelegatedRequestFacts) => void;
}

const requestContexts = new WeakMap<IncomingMessage, RequestContext>();
const nothingKnown: RequestContext = {
  certificate: { kind: 'none' },
  requestId: '',
  network: '',
  addLogFields: () => undefined,
};

/** Returns the context of a running request. */
export function requestContextOf(request: IncomingMessage): RequestContext {
  return requestContexts.get(request) ?? nothingKnown;
}

/**
 * Prepares a request for the library, which builds addresses from the Host header and trusts forwarded headers. Both
 * are replaced with the configured values, regardless of what the caller sent.
 */
export function setRequestContext(
  request: IncomingMessage,
  {
    base,
    mountPath,
    requestContext: context,
  }: { readonly base: URL; readonly mountPath: string; readonly requestContext: RequestContext },
): void {
  for (const name of Object.keys(request.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name];
  }
  request.headers.host = base.host;
  request.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
  const path = libraryPath(request.url ?? '', mountPath);
  // The library's routes do not include the mount path; links contain it.
  Object.assign(request, { originalUrl: `${mountPath}${path}`, url: path });
  requestContexts.set(request, context);
}

/** RFC 8414 puts the well-known path before the issuer's path, the library only after it. */
function libraryPath(url: string, mountPath: string): string {
  if (url.startsWith(`${mountPath}/`)) return url.slice(mountPath.length);
  const isMetadata = url.split('?', 1)[0] === `/.well-known/oauth-authorization-server${mountPath}`;
  // Other spellings of the bank, such as %30%31, are not found.
  return isMetadata ? '/.well-known/openid-configuration' : '/';
}

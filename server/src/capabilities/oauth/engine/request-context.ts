import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';
import type { DelegatedRequestFacts } from '#platform/http/delegated-request.ts';

/** What is known of a request beside its text; the library's hooks ask for it. */
export interface RequestContext {
  readonly certificate: CertificateVerdict;
  readonly requestId: string;
  /** The network of the source address. */
  readonly network: string;
  /** Tells the log what the library found out. */
  readonly tell: (facts: DelegatedRequestFacts) => void;
}

const requestContexts = new WeakMap<IncomingMessage, RequestContext>();
const nothingKnown: RequestContext = {
  certificate: { kind: 'none' },
  requestId: '',
  network: '',
  tell: () => undefined,
};

/** The scene of a request under way. */
export function requestContextOf(request: IncomingMessage): RequestContext {
  return requestContexts.get(request) ?? nothingKnown;
}

/**
 * Prepares a request for the library. It makes addresses from the Host header and believes forwarded ones; here both
 * say what the bank has configured, whatever the caller sent.
 */
export function setRequestContext(
  request: IncomingMessage,
  {
    base,
    mountPath,
    ruleContext: context,
  }: { readonly base: URL; readonly mountPath: string; readonly ruleContext: RequestContext },
): void {
  for (const name of Object.keys(request.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name];
  }
  request.headers.host = base.host;
  request.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
  const path = libraryPath(request.url ?? '', mountPath);
  // The library's routes know nothing of the path they are mounted under; links are made with the whole one.
  Object.assign(request, { originalUrl: `${mountPath}${path}`, url: path });
  requestContexts.set(request, context);
}

/** RFC 8414 puts the metadata of an issuer before its path, the library only behind it. */
function libraryPath(url: string, mountPath: string): string {
  if (url.startsWith(`${mountPath}/`)) return url.slice(mountPath.length);
  const isMetadata = url.split('?', 1)[0] === `/.well-known/oauth-authorization-server${mountPath}`;
  // An address that spells the bank in another way, such as %30%31, leads nowhere.
  return isMetadata ? '/.well-known/openid-configuration' : '/';
}

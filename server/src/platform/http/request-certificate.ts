import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { CertificateVerdict, ClientCertificates } from '#platform/auth/client-certificates.ts';
import type { ListenerKind } from './listeners.ts';

const none: CertificateVerdict = { kind: 'none' };
const invalid: CertificateVerdict = { kind: 'refused', reason: 'invalid' };

/**
 * Verifies the certificate of a request, on every request. The RFC 9440 header is trusted only on the listener that
 * only the proxy can reach; on any other it is ignored.
 */
export function certificateOf(
  request: IncomingMessage,
  listener: ListenerKind,
  certificates: ClientCertificates,
): CertificateVerdict {
  if (listener === 'proxy') {
    const values = request.headersDistinct['client-cert'] ?? [];
    if (values.length > 1) return invalid;
    return values[0] === undefined ? none : certificates.ofHeader(values[0]);
  }
  return request.socket instanceof TLSSocket ? certificates.ofSocket(request.socket) : none;
}

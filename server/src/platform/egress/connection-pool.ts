import { X509Certificate } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { ClientCertificate, EgressPolicy } from './egress-policy.ts';

/** The open connections of one purpose. Purposes share none, so no trust leaks between them. */
export type ConnectionPool = Readonly<{
  http: HttpAgent;
  https: HttpsAgent;
  /** The authorities the purpose trusts. */
  secureContext: SecureContext;
  destroy: () => void;
}>;

const socketsPerHostMax = 16;
const idleSocketsPerHostMax = 4;
const idleSocketsMax = 32;
// Below the five seconds after which many servers close, so that a request rarely uses a closing socket.
const idleTimeoutMs = 4_000;

/** Opens an empty pool. Certificates are always verified, whatever the environment of the process says. */
export function createConnectionPool({
  caPem,
  clientCertificate,
}: Pick<EgressPolicy, 'caPem' | 'clientCertificate'>): ConnectionPool {
  const limits = {
    keepAlive: true,
    maxSockets: socketsPerHostMax,
    maxFreeSockets: idleSocketsPerHostMax,
    timeout: idleTimeoutMs,
    autoSelectFamily: true,
  };
  const secureContext = createSecureContext({
    ...trust(caPem),
    ...identity(clientCertificate),
    minVersion: 'TLSv1.2',
  });
  const http = new HttpAgent(limits);
  const https = new HttpsAgent({ ...limits, secureContext, rejectUnauthorized: true });
  limitIdleSockets(http);
  limitIdleSockets(https);
  return {
    http,
    https,
    secureContext,
    destroy: () => {
      http.destroy();
      https.destroy();
    },
  };
}

function trust(caPem: string | undefined): Readonly<{ ca?: string[] }> {
  if (caPem === undefined) return {};
  // A secure context silently ignores text it cannot parse; parsing it here makes the start fail instead.
  void new X509Certificate(caPem);
  return { ca: [...getCACertificates('default'), caPem] };
}

function identity(certificate: ClientCertificate | undefined): Readonly<{ cert?: string; key?: string }> {
  return certificate === undefined
    ? {}
    : { cert: certificate.certificatePem, key: certificate.keyPem.reveal() };
}

/**
 * Limits idle sockets over all hosts. The agent's own `maxTotalSockets` counts idle sockets as used, so that
 * connections to earlier hosts would block a request to a new one.
 */
function limitIdleSockets(agent: HttpAgent): void {
  const keepSocket = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket): unknown => {
    const idle = Object.values(agent.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < idleSocketsMax ? keepSocket(socket) : false;
  };
}

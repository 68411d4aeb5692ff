import { constants } from 'node:crypto';
import type { ServerOptions } from 'node:https';

interface TlsIdentity {
  readonly keyPem: string;
  readonly certificatePem: string;
  /** Authorities named to clients as acceptable; whether a certificate is accepted is decided per request. */
  readonly clientAuthoritiesPem: readonly string[];
}

/** All of TLS 1.3, and of TLS 1.2 the four that RFC 9325 recommends and FAPI 2.0 requires. Strongest first. */
export const cipherSuites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
] as const;

/** A ticket lets a client resume without presenting its certificate again; at most for this long. */
const sessionTimeoutSeconds = 300;

/**
 * Options of a listener that requests a client certificate and lets the application verify it: a caller with a bad
 * certificate must get a proper response instead of a broken handshake.
 */
export function tlsOptions({ keyPem, certificatePem, clientAuthoritiesPem }: TlsIdentity): ServerOptions {
  return {
    key: keyPem,
    cert: certificatePem,
    ca: [...clientAuthoritiesPem],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ciphers: cipherSuites.join(':'),
    honorCipherOrder: true,
    // A connection keeps its first certificate.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    sessionTimeout: sessionTimeoutSeconds,
  };
}

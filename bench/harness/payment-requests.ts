import { randomUUID } from 'node:crypto';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { signMessage } from '../../server/src/platform/testing/message-signer.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';
import type { BankRequest } from './test-third-party.ts';

const initiationPath = '/v1/payments/instant-sepa-credit-transfers';

/** Returns the request that initiates a payment of one euro between the accounts of a customer. */
export function initiationOf({ from, to }: Payer): BankRequest {
  return {
    method: 'POST',
    path: initiationPath,
    headers: { 'PSU-IP-Address': '192.0.2.7', 'TPP-Explicit-Authorisation-Preferred': 'true' },
    body: {
      debtorAccount: { iban: from.iban },
      creditorAccount: { iban: to.iban },
      creditorName: 'Own account',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
    },
  };
}

/** Returns the request in which a customer approves a payment, by the password alone. */
export function approvalOf({ password, username }: Payer, paymentId: string): BankRequest {
  return {
    method: 'POST',
    path: `${initiationPath}/${paymentId}/authorisations`,
    headers: { 'PSU-ID': username },
    body: { psuData: { password } },
  };
}

/** Returns a request of the third party as bytes: with its certificate as a proxy passes it on, and signed by its seal. */
export function signedRequest(
  { honest, seal }: PaymentBank['certificates'],
  { headers: given = {}, ...request }: BankRequest,
): string {
  const headers = { 'X-Request-ID': randomUUID(), ...given };
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  return requestBytes(honest, {
    ...request,
    headers: { ...headers, ...signMessage({ headers, body }, seal) },
  });
}

/** Returns a request as bytes, with the certificate of its third party as a proxy passes it on. */
export function requestBytes(
  certificate: TestCertificate,
  { body, headers = {}, method, path }: BankRequest,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = {
    host: '127.0.0.1',
    'client-cert': `:${certificate.der.toString('base64')}:`,
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(text)),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...head, '', text].join('\r\n');
}

/** Returns signed initiations, of one customer after the other. */
export function signedInitiations({ certificates }: PaymentBank, payers: readonly Payer[]): () => string {
  let count = 0;
  return () => {
    count += 1;
    const payer = payers[count % payers.length];
    if (payer === undefined) throw new Error('a customer expected');
    return signedRequest(certificates, initiationOf(payer));
  };
}

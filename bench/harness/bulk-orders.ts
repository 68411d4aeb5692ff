import { randomUUID } from 'node:crypto';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { codeOf } from './consent-bank.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';

const bulkPath = '/v1/bulk-payments/instant-sepa-credit-transfers';
const documentPath = '/v1/bulk-payments/pain.001-instant-sepa-credit-transfers';
const headers = {
  'PSU-IP-Address': '192.0.2.7',
  'TPP-Explicit-Authorisation-Preferred': 'true',
  'TPP-Redirect-Preferred': 'false',
  'TPP-Decoupled-Preferred': 'false',
} as const;

/** Returns a bulk of JSON between the accounts of a customer, each payment over one euro. */
export function jsonBulk({ from, to }: Payer, count: number): string {
  const payments = Array.from({ length: count }, (_, index) => ({
    endToEndIdentification: `E-${index}`,
    instructedAmount: { currency: 'EUR', amount: '1.00' },
    creditorAccount: { iban: to.iban },
    creditorName: 'Own account',
    remittanceInformationUnstructured: `Invoice ${index} of this month, as agreed`,
  }));
  return JSON.stringify({ debtorAccount: { iban: from.iban }, payments });
}

/** The same as pain.001. */
export function xmlBulk({ from, to }: Payer, count: number): string {
  const day = new Date().toISOString().slice(0, 10);
  const transfers = Array.from(
    { length: count },
    (_, index) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>E-${index}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt>` +
      `<Cdtr><Nm>Own account</Nm></Cdtr><CdtrAcct><Id><IBAN>${to.iban}</IBAN></Id></CdtrAcct>` +
      `<RmtInf><Ustrd>Invoice ${index} of this month, as agreed</Ustrd></RmtInf></CdtTrfTxInf>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>${randomUUID().slice(0, 30)}</MsgId><CreDtTm>${day}T09:00:00Z</CreDtTm><NbOfTxs>${count}</NbOfTxs><InitgPty><Nm>Third party</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt><Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>${from.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>PORTDEFF</BICFI></FinInstnId></DbtrAgt>${transfers.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`;
}

/** Initiates a bulk, and returns its path. */
export async function initiateBulk(
  bank: PaymentBank,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const isDocument = body.startsWith('<');
  const response = await fetch(`http://127.0.0.1:${bank.proxyPort}${isDocument ? documentPath : bulkPath}`, {
    method: 'POST',
    headers: {
      'x-request-id': randomUUID(),
      'client-cert': `:${bank.certificates.honest.der.toString('base64')}:`,
      'content-type': isDocument ? 'application/xml' : 'application/json',
      ...headers,
      ...more,
    },
    body,
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`not initiated: ${response.status} ${text}`);
  return String(at(JSON.parse(text), '_links', 'self', 'href'));
}

/** Approves a bulk with password and code. The worker must not run: it would dispatch the code. */
export async function approveBulk(bank: PaymentBank, payer: Payer, path: string): Promise<void> {
  const started = await bank.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'PSU-ID': payer.username, ...headers },
    body: { psuData: { password: payer.password } },
  });
  if (started.status !== 201)
    throw new Error(`not started: ${started.status} ${JSON.stringify(started.body)}`);
  const authorisationId = String(at(started.body, 'authorisationId'));
  const { body, status } = await bank.send({
    method: 'PUT',
    path: `${path}/authorisations/${authorisationId}`,
    body: { scaAuthenticationData: await codeOf(bank.instance, authorisationId) },
  });
  if (status !== 200) throw new Error(`not approved: ${status} ${JSON.stringify(body)}`);
}

/** Returns the status of a bulk. */
export async function bulkStatusOf(bank: PaymentBank, path: string): Promise<string> {
  const { body } = await bank.send({ method: 'GET', path: `${path}/status` });
  return String(at(body, 'transactionStatus'));
}

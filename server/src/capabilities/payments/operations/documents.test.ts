import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import { doubtsIn, payeeSteps, requested } from '../testing/payee-steps.suite.ts';
import {
  createPaymentsTestApp,
  creditor,
  type PaymentsTestApp,
  pathIn,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { writePain001 } from '../testing/write-pain001.suite.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const versions = ['03', '09'] as const;
const sepa = '/v1/payments/pain.001-sepa-credit-transfers';

/** Returns a document with one transfer of 12.50 euros for today. */
function documentFor(
  { iban }: Pick<TestPayer, 'iban'>,
  version: Pain001Version,
  more: Partial<SinglePayment> & { messageId?: string; count?: number } = {},
): string {
  const { count = 1, messageId = randomUUID().slice(0, 30), ...members } = more;
  const transfer: Partial<SinglePayment> = {
    debtorName: 'Anna Schmidt',
    debtorAccount: { iban },
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    creditorAccount: { iban: creditor },
    creditorName: 'Acme GmbH',
    endToEndIdentification: 'E2E-7',
    requestedExecutionDate: app.identity.clock
      .now()
      .toZonedDateTimeISO('Europe/Berlin')
      .toPlainDate()
      .toString(),
    remittanceInformationUnstructured: 'INV 2231',
    ...members,
  };
  const transfers = Array.from({ length: count }, () => transfer);
  return writePain001(
    {
      messageId,
      createdAt: '2026-11-17T09:00:00Z',
      blocks: [{ paymentInformationId: 'P-1', transfers }],
    },
    version,
  );
}

const initiate = (
  body: string,
  path = sepa,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestServerResponse> =>
  app.send({
    method: 'POST',
    path,
    headers: {
      'psu-ip-address': '192.0.2.7',
      'content-type': 'application/xml',
      'tpp-explicit-authorisation-preferred': 'true',
      ...headers,
    },
    body,
  });

/** Each message as `code path`. */
const faultsIn = ({ body }: TestServerResponse): readonly string[] =>
  listAt(body, 'tppMessages').map(
    (message) => `${String(at(message, 'code'))} ${String(at(message, 'path'))}`,
  );

describe.each(versions)('a payment by pain.001.001.%s', (version) => {
  const report = version === '03' ? 'pain.002.001.03' : 'pain.002.001.10';

  test('is approved, executed, read as it was sent, and reported in the version of the order', async () => {
    const payer = await app.payer();
    const document = documentFor(payer, version, { messageId: `M-${version}` });
    const initiated = await initiate(document);
    expect(initiated.headers['content-type']).toContain('application/json');
    const path = pathIn(initiated);
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.work();
    const read = await app.send({ method: 'GET', path });
    expect([read.headers['content-type'], read.text]).toEqual([
      expect.stringContaining('application/xml'),
      document,
    ]);
    const accept = { accept: 'application/xml, application/json;q=0.9' };
    const status = await app.send({ method: 'GET', path: `${path}/status`, headers: accept });
    expect(status.headers['content-type']).toContain('application/xml');
    expect(status.text).toContain(`urn:iso:std:iso:20022:tech:xsd:${report}`);
    expect(status.text).toContain(`<OrgnlMsgId>M-${version}</OrgnlMsgId>`);
    expect(status.text).toContain('<TxSts>ACSP</TxSts>');
    expect(await app.statusOf(path)).toBe('ACSP');
  });

  test('whose payee did not match reports it; only version 10 has names', async () => {
    const payer = await app.payer();
    const { iban } = await payeeSteps(app).payee();
    const order = { creditorAccount: { iban }, creditorName: 'Anna Schmitt' };
    const path = pathIn(await initiate(documentFor(payer, version, order), sepa, requested));
    const accept = { accept: 'application/xml' };
    const { text } = await app.send({ method: 'GET', path: `${path}/status`, headers: accept });
    const wanted = {
      '03': ['<GrpSts>PDNG</GrpSts>', '<TxSts>PDNG</TxSts></TxInfAndSts>'],
      '09': [
        '<GrpSts>RVCM</GrpSts>',
        '<TxSts>RVMC</TxSts><StsRsnInf><AddtlInf>Anna Schmidt</AddtlInf></StsRsnInf>',
        '<OrgnlTxRef><Cdtr><Pty><Nm>Anna Schmitt</Nm></Pty></Cdtr></OrgnlTxRef>',
      ],
    }[version];
    for (const part of wanted) expect(text).toContain(part);
    expect(doubtsIn(await app.send({ method: 'GET', path: `${path}/status` }))).toEqual([
      ['CMTC', 'Anna Schmidt'],
    ]);
  });

  test('that is rejected says why in the report', async () => {
    const payer = await app.payer();
    const path = pathIn(await initiate(documentFor(payer, version)));
    app.identity.clock.advance({ hours: 1 });
    const status = await app.send({
      method: 'GET',
      path: `${path}/status`,
      headers: { accept: 'application/xml' },
    });
    expect(status.text).toContain('<GrpSts>RJCT</GrpSts>');
    expect(status.text).toContain('<Cd>DS0A</Cd>');
  });

  test('has all faults in one response, each at its element', async () => {
    const payer = await app.payer();
    const response = await initiate(
      documentFor(payer, version, {
        instructedAmount: { currency: 'EUR', amount: '0.00' },
        creditorAccount: { iban: 'DE02100100109307118604' },
        creditorAddress: { country: 'DE', streetName: 'Hauptstr.' },
        requestedExecutionDate: '2020-01-01',
        chargeBearer: 'DEBT',
      }),
    );
    const transfer = '/Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]';
    expect(faultsIn(response).toSorted()).toEqual(
      [
        `FORMAT_ERROR ${transfer}/Amt/InstdAmt`,
        `FORMAT_ERROR ${transfer}/CdtrAcct/Id/IBAN`,
        `FORMAT_ERROR ${transfer}/Cdtr/PstlAdr/TwnNm`,
        `FORMAT_ERROR ${transfer}/ChrgBr`,
        `EXECUTION_DATE_INVALID /Document/CstmrCdtTrfInitn/PmtInf[1]/ReqdExctnDt${version === '09' ? '/Dt' : ''}`,
      ].toSorted(),
    );
  });
});

describe('a document', () => {
  test('without a creditor lacks what every product needs', async () => {
    const payer = await app.payer();
    const whole = documentFor(payer, '09');
    const response = await initiate(whole.replace(/<Cdtr>.*?<\/Cdtr>/v, ''));
    expect(faultsIn(response)).toEqual([
      'FORMAT_ERROR /Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]/Cdtr/Nm',
    ]);
  });

  test('with a time is executed on the day of that time', async () => {
    const payer = await app.payer();
    const document = documentFor(payer, '09').replace(
      /<ReqdExctnDt>.*?<\/ReqdExctnDt>/v,
      '<ReqdExctnDt><DtTm>2020-01-01T23:30:00Z</DtTm></ReqdExctnDt>',
    );
    expect(shortly(await initiate(document))).toBe('400 EXECUTION_DATE_INVALID');
  });

  test('with two transfers is no single payment', async () => {
    const payer = await app.payer();
    const response = await initiate(documentFor(payer, '09', { count: 2 }));
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
  });

  test('is taken once: its MsgId belongs to one payment of the third party', async () => {
    const payer = await app.payer();
    const document = documentFor(payer, '09', { messageId: 'only-once' });
    expect((await initiate(document)).status).toBe(201);
    const again = await initiate(document);
    expect([shortly(again), again.text]).toEqual([
      '400 FORMAT_ERROR',
      expect.stringContaining('This MsgId was used before'),
    ]);
  });

  test('of the older version is refused from the day on that the bank chose', async () => {
    const payer = await app.payer();
    app.choose({ version03Until: '2026-11-01' });
    const refused = await initiate(documentFor(payer, '03'));
    expect(faultsIn(refused)).toEqual(['FORMAT_ERROR /Document']);
    expect(refused.text).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    expect((await initiate(documentFor(payer, '09'))).status).toBe(201);
  });

  test.each([
    ['no XML', 'hello'],
    ['another message', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"/>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ])('with %s is refused', async (_, body) => {
    expect(shortly(await initiate(body))).toBe('400 FORMAT_ERROR');
  });

  test('for the instant product names the local instrument', async () => {
    const payer = await app.payer();
    const path = '/v1/payments/pain.001-instant-sepa-credit-transfers';
    const instant = documentFor(payer, '09', { localInstrument: 'INST', serviceLevel: 'SEPA' });
    const initiated = pathIn(await initiate(instant, path));
    await app.approve(initiated, payer);
    await app.work();
    expect(await app.statusOf(initiated)).toBe('ACCC');
    expect(shortly(await initiate(documentFor(payer, '09', { localInstrument: 'INST' })))).toBe(
      '400 FORMAT_ERROR',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { readDocument } from '#platform/xml/read-document.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { createFaultList } from '../engine/pain001/fault-list.ts';
import { validateElement } from '../engine/pain001/validate-element.ts';
import { pain002Schemas } from '../testing/pain002-schema.suite.ts';
import { type PaymentStatusReport, writePain002 } from './pain002.ts';

const uetr = '3f0c7b52-8d6e-4c1a-9b7f-0a1b2c3d4e5f';
const report = (status: string, more: Partial<PaymentStatusReport> = {}): PaymentStatusReport => ({
  format: 'pain.001.001.03',
  messageId: 'R-1',
  createdAt: '2026-11-15T10:00:00Z',
  original: {
    messageId: 'M-1',
    createdAt: '2026-11-15T09:00:00',
    numberOfTransactions: '1',
    controlSum: '100.10',
  },
  status,
  blocks: [
    {
      paymentInformationId: 'P-1',
      numberOfTransactions: '1',
      controlSum: '100.10',
      status,
      transfers: [{ instructionIdentification: 'I-1', endToEndIdentification: 'E-1', uetr, status }],
    },
  ],
  ...more,
});

/** Faults against the schema of the report's version. */
function faultsOf(text: string): unknown {
  const root = readDocument(Buffer.from(text));
  const version = root.namespace.endsWith('.10') ? '10' : '03';
  const faults = createFaultList();
  validateElement(root, pain002Schemas[version], { step: 'Document' }, faults);
  return faults.all();
}

/** Texts by the end of their path, in the order of the document. */
function textsOf(text: string, name: string): readonly string[] {
  const found: string[] = [];
  const walk = (element: Element): void => {
    if (element.name === name) found.push(element.text);
    element.children.forEach(walk);
  };
  walk(readDocument(Buffer.from(text)));
  return found;
}

const statuses = 'ACCC ACCP ACFC ACSC ACSP ACTC ACWC ACWP CANC PART PATC PDNG RCVD RCVC RJCT RVCM RVNC'.split(
  ' ',
);
const formats = ['pain.001.001.03', 'pain.001.001.09'] as const;

describe('a status report', () => {
  it.each(statuses.flatMap((status) => formats.map((format) => ({ status, format }))))(
    'of $status for $format follows its schema',
    ({ format, status }) => {
      expect(faultsOf(writePain002(report(status, { format })))).toEqual([]);
    },
  );

  it('has the number of transfers of each status in version 10 alone', () => {
    const counts = [
      { status: 'RVMC', count: 2 },
      { status: 'RCVC', count: 98 },
    ];
    const text = writePain002(report('RVCM', { format: 'pain.001.001.09', counts }));
    expect([faultsOf(text), textsOf(text, 'DtldSts'), textsOf(text, 'DtldNbOfTxs')]).toEqual([
      [],
      ['RVMC', 'RCVC'],
      ['2', '98'],
    ]);
    expect(textsOf(writePain002(report('RVCM', { counts })), 'DtldSts')).toEqual([]);
  });

  it('of version 03 has exactly this text', () => {
    expect(writePain002(report('ACSC'))).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">',
        '<CstmrPmtStsRpt><GrpHdr><MsgId>R-1</MsgId><CreDtTm>2026-11-15T10:00:00Z</CreDtTm></GrpHdr>',
        '<OrgnlGrpInfAndSts><OrgnlMsgId>M-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>',
        '<OrgnlCreDtTm>2026-11-15T09:00:00</OrgnlCreDtTm><OrgnlNbOfTxs>1</OrgnlNbOfTxs>',
        '<OrgnlCtrlSum>100.10</OrgnlCtrlSum><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts>',
        '<OrgnlPmtInfAndSts><OrgnlPmtInfId>P-1</OrgnlPmtInfId><OrgnlNbOfTxs>1</OrgnlNbOfTxs>',
        '<OrgnlCtrlSum>100.10</OrgnlCtrlSum><PmtInfSts>ACSC</PmtInfSts><TxInfAndSts><OrgnlInstrId>I-1</OrgnlInstrId>',
        '<OrgnlEndToEndId>E-1</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>',
        '</CstmrPmtStsRpt></Document>\n',
      ].join(''),
    );
  });

  it('of version 10 has the UETR and the status as it is', () => {
    const text = writePain002(report('ACCC', { format: 'pain.001.001.09' }));
    expect(textsOf(text, 'OrgnlUETR')).toEqual([uetr]);
    expect(textsOf(text, 'OrgnlMsgNmId')).toEqual(['pain.001.001.09']);
    expect(['GrpSts', 'PmtInfSts', 'TxSts'].flatMap((name) => textsOf(text, name))).toEqual([
      'ACCC',
      'ACCC',
      'ACCC',
    ]);
  });

  it.each([
    ['PATC', 'PDNG'],
    ['ACFC', 'ACCP'],
    ['ACCC', 'ACSC'],
    ['ACWP', 'ACSP'],
    ['CANC', 'RJCT'],
    ['RJCT', 'RJCT'],
  ])('of %s is %s in version 03', (status, older) => {
    const text = writePain002(report(status));
    expect(['GrpSts', 'PmtInfSts', 'TxSts'].map((name) => textsOf(text, name))).toEqual([
      [older],
      [older],
      [older],
    ]);
  });

  it('of RCVD has no status of the transfer in version 03', () => {
    const text = writePain002(report('RCVD'));
    expect([textsOf(text, 'GrpSts'), textsOf(text, 'TxSts')]).toEqual([['RCVD'], []]);
  });

  it('of a cancelled payment has its reason in version 03 only', () => {
    expect(textsOf(writePain002(report('CANC')), 'Cd')).toEqual(['CUST', 'CUST', 'CUST']);
    expect(textsOf(writePain002(report('CANC', { format: 'pain.001.001.09' })), 'Cd')).toEqual([]);
  });

  it('repeats that the order has no end-to-end identification', () => {
    const transfers = [{ status: 'ACSC' }];
    const text = writePain002(
      report('ACSC', { blocks: [{ paymentInformationId: 'P', status: 'ACSC', transfers }] }),
    );
    expect(textsOf(text, 'OrgnlEndToEndId')).toEqual(['NOTPROVIDED']);
    expect(faultsOf(text)).toEqual([]);
  });

  it('has the code of the list or of the bank, and a long text in parts', () => {
    const rejected = (code: string): string =>
      writePain002(report('RJCT', { reason: { code, text: '🎁'.repeat(211) } }));
    expect(textsOf(rejected('AM04'), 'Cd')).toEqual(['AM04']);
    expect(textsOf(rejected('LIMIT-OF-DAY'), 'Prtry')).toEqual(['LIMIT-OF-DAY']);
    expect(textsOf(rejected('AM04'), 'AddtlInf').map((text) => Array.from(text).length)).toEqual([
      105, 105, 1,
    ]);
    expect(faultsOf(rejected('x'.repeat(40)))).toEqual([]);
  });

  it('needs an identifier that fits', () => {
    expect(() => writePain002(report('ACSC', { messageId: 'x'.repeat(36) }))).toThrow('35 characters');
  });

  it('keeps every text, or replaces what XML has not', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 35 }),
        fc.constantFrom(...formats),
        (id, format) => {
          const original = { messageId: `<${id}&]]>\r` };
          const text = writePain002(report('RJCT', { format, original, reason: { text: id } }));
          const expected = original.messageId
            .toWellFormed()
            // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 has not
            .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD');
          expect(textsOf(text, 'OrgnlMsgId')).toEqual([expected]);
        },
      ),
      { seed: seedOfRun(), numRuns: 200 },
    );
  });
});

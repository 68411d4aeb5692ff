import assert from 'node:assert/strict';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import type { Pain001Options } from '../engine/pain001/pain001-message.ts';

interface CorpusDocument {
  readonly name: string;
  readonly document: string | Uint8Array;
  readonly options?: Partial<Pain001Options>;
}

/** A document that is read. */
export interface ReadableDocument extends CorpusDocument {
  /** Members that the first transfer of the first block must have; undefined ones must be absent. */
  readonly members: { readonly [Member in keyof SinglePayment]?: SinglePayment[Member] | undefined };
}

/** A document that is refused. */
export interface FaultyDocument extends CorpusDocument {
  /** Path with slashes and code of each fault, in any order. */
  readonly faults: readonly (readonly [path: string, code: FieldErrorCode])[];
  /** Part of the message of the first fault. */
  readonly text?: string;
}

/** Path of the message, of its first block and of the first transfer there. */
export const message = 'Document/CstmrCdtTrfInitn';
export const block = `${message}/PmtInf[1]`;
export const transfer = `${block}/CdtTrfTxInf[1]`;

/** Replaces a part of a document, which must have it exactly once. */
export function changed(
  document: string,
  ...changes: readonly (readonly [from: string, to: string])[]
): string {
  return changes.reduce((text, [from, to]) => {
    assert.equal(text.split(from).length, 2, `the document has ${from} once`);
    return text.replace(from, () => to);
  }, document);
}

const creditTransfer = `
      <CdtTrfTxInf>
        <PmtId><InstrId>I-1</InstrId><EndToEndId>E2E-1</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">100.10</InstdAmt></Amt>
        <CdtrAgt><FinInstnId><BIC>RABONL2U</BIC></FinInstnId></CdtrAgt>
        <Cdtr><Nm>Supplier</Nm><PstlAdr><StrtNm>Main Street</StrtNm><TwnNm>Utrecht</TwnNm><Ctry>NL</Ctry></PstlAdr></Cdtr>
        <CdtrAcct><Id><IBAN>NL76RABO0359400371</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>Invoice 5</Ustrd></RmtInf>
      </CdtTrfTxInf>`;

/** One block with one transfer in version 03. */
export const document03 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>M-1</MsgId><CreDtTm>2026-11-15T10:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>100.1</CtrlSum>
      <InitgPty><Nm>Third party</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd>
      <ReqdExctnDt>2026-11-16</ReqdExctnDt>
      <Dbtr><Nm>Acme</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>DE02100100109307118603</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><BIC>PBNKDEFF</BIC></FinInstnId></DbtrAgt>${creditTransfer}
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;

/** The same order in version 09. */
export const document09 = changed(
  document03.replaceAll(/(<\/?)BIC>/g, '$1BICFI>'),
  ['pain.001.001.03', 'pain.001.001.09'],
  ['<ReqdExctnDt>2026-11-16</ReqdExctnDt>', '<ReqdExctnDt><Dt>2026-11-16</Dt></ReqdExctnDt>'],
);

/** Changes of a document that are the same in both versions. */
export function changed09(...changes: readonly (readonly [from: string, to: string])[]): string {
  return changed(document09, ...changes);
}

/** A document with several transfers in one block, and without totals to compare but the number. */
export function withTransfers(count: number): string {
  return changed(
    document03,
    [creditTransfer, creditTransfer.repeat(count)],
    ['<NbOfTxs>1</NbOfTxs><CtrlSum>100.1</CtrlSum>', `<NbOfTxs>${count}</NbOfTxs>`],
  );
}

/** All members of the order in both documents. */
export const orderedPayment: SinglePayment = {
  endToEndIdentification: 'E2E-1',
  instructionIdentification: 'I-1',
  debtorName: 'Acme',
  debtorAccount: { iban: 'DE02100100109307118603' },
  instructedAmount: { currency: 'EUR', amount: '100.10' },
  creditorAccount: { iban: 'NL76RABO0359400371' },
  creditorAgent: 'RABONL2U',
  creditorName: 'Supplier',
  creditorAddress: { streetName: 'Main Street', townName: 'Utrecht', country: 'NL' },
  remittanceInformationUnstructured: 'Invoice 5',
  requestedExecutionDate: '2026-11-16',
};

/** A document that is read, and members of its first transfer. */
export function read(
  name: string,
  document: string | Uint8Array,
  members: ReadableDocument['members'],
): ReadableDocument {
  return { name, document, members };
}

/** A document that is refused, with path and code of each fault. */
export function faulty(name: string, document: string, faults: FaultyDocument['faults']): FaultyDocument {
  return { name, document, faults };
}

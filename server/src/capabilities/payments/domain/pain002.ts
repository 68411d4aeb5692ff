import assert from 'node:assert/strict';
import { hasLength } from '#platform/kernel/text-length.ts';
import { element, textElement, type XmlElement } from '#platform/kernel/xml-element.ts';
import { type Pain002Version, reasonElements, type StatusReason, statusElement } from './pain002-status.ts';
import type { PaymentFormat } from './single-payment.ts';

/** One transfer of a report, under the identifiers of its order. */
export interface ReportedTransfer {
  readonly instructionIdentification?: string;
  /** Absent if the order has `NOTPROVIDED`, which is repeated. */
  readonly endToEndIdentification?: string;
  /** Only an order of version 09 has it. */
  readonly uetr?: string;
  readonly status: string;
  readonly reason?: StatusReason;
  /** Name that the order gives to the creditor, if it could not be verified; only version 10 has it. */
  readonly creditorName?: string;
}

/** One block of a report. */
export interface ReportedBlock {
  readonly paymentInformationId: string;
  readonly numberOfTransactions?: string;
  readonly controlSum?: string;
  readonly status: string;
  readonly reason?: StatusReason;
  readonly transfers: readonly ReportedTransfer[];
}

/** What a third party gets about an order that it sent as pain.001. */
export interface PaymentStatusReport {
  /** Of the order; the version of the report follows it. */
  readonly format: Exclude<PaymentFormat, 'json'>;
  /** Of the report: 1 to 35 characters, which a UUID with hyphens exceeds. */
  readonly messageId: string;
  /** ISO 8601, with an offset. */
  readonly createdAt: string;
  /** Header of the order, as sent. */
  readonly original: {
    readonly messageId: string;
    readonly createdAt?: string;
    readonly numberOfTransactions?: string;
    readonly controlSum?: string;
  };
  /** Of the whole order. */
  readonly status: string;
  readonly reason?: StatusReason;
  /** How many transfers have a status; only version 10 has those of verified payees. */
  readonly counts?: readonly { readonly status: string; readonly count: number }[];
  readonly blocks: readonly ReportedBlock[];
}

const versions: Readonly<Record<PaymentStatusReport['format'], Pain002Version>> = {
  'pain.001.001.03': '03',
  'pain.001.001.09': '10',
};

/** Writes a customer payment status report. SPEC xs2a 4.5, xs2a-2026 3.4 */
export function writePain002(report: PaymentStatusReport): string {
  assert(hasLength(report.messageId, { min: 1, max: 35 }), 'a message identifier has 1 to 35 characters');
  const version = versions[report.format];
  const content = element(
    'CstmrPmtStsRpt',
    element('GrpHdr', textElement('MsgId', report.messageId), textElement('CreDtTm', report.createdAt)),
    group(report, version),
    ...report.blocks.map((block) => blockElement(block, version)),
  );
  const namespace = `urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content}</Document>\n`;
}

function group(report: PaymentStatusReport, version: Pain002Version): XmlElement {
  const { format, original } = report;
  return element(
    'OrgnlGrpInfAndSts',
    textElement('OrgnlMsgId', original.messageId),
    textElement('OrgnlMsgNmId', format),
    textElement('OrgnlCreDtTm', original.createdAt),
    textElement('OrgnlNbOfTxs', original.numberOfTransactions),
    textElement('OrgnlCtrlSum', original.controlSum),
    statusElement('GrpSts', report.status, version),
    reasonElements(report, version),
    ...(version === '03' ? [] : (report.counts ?? [])).map(({ count, status }) =>
      element('NbOfTxsPerSts', textElement('DtldNbOfTxs', String(count)), textElement('DtldSts', status)),
    ),
  );
}

function blockElement(block: ReportedBlock, version: Pain002Version): XmlElement {
  return element(
    'OrgnlPmtInfAndSts',
    textElement('OrgnlPmtInfId', block.paymentInformationId),
    textElement('OrgnlNbOfTxs', block.numberOfTransactions),
    textElement('OrgnlCtrlSum', block.controlSum),
    statusElement('PmtInfSts', block.status, version),
    reasonElements(block, version),
    ...block.transfers.map((transfer) => transferElement(transfer, version)),
  );
}

function transferElement(transfer: ReportedTransfer, version: Pain002Version): XmlElement {
  return element(
    'TxInfAndSts',
    textElement('OrgnlInstrId', transfer.instructionIdentification),
    textElement('OrgnlEndToEndId', transfer.endToEndIdentification ?? 'NOTPROVIDED'),
    version === '03' ? '' : textElement('OrgnlUETR', transfer.uetr),
    statusElement('TxSts', transfer.status, version),
    reasonElements(version === '03' ? withoutName(transfer) : transfer, version),
    version === '03'
      ? ''
      : element('OrgnlTxRef', element('Cdtr', element('Pty', textElement('Nm', transfer.creditorName)))),
  );
}

/** Results of the verification of a payee are in version 10 and in JSON only. */
function withoutName({ creditorName, ...transfer }: ReportedTransfer): ReportedTransfer {
  if (creditorName === undefined) return transfer;
  const { reason: _, ...plain } = transfer;
  return plain;
}

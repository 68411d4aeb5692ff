import { hash } from 'node:crypto';
import { callerId } from '#platform/auth/caller.ts';
import type { FaultyJson, RequestDocument } from '#platform/http/body-kinds.ts';
import { fieldErrorsMax } from '#platform/http/validation.ts';
import type { CanonicalValue } from '#platform/kernel/canonical-json.ts';
import { canonicalJson } from '#platform/kernel/canonical-json.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { SentPayment } from '../domain/check-payment.ts';
import type { PaymentFault } from '../domain/payment-fault.ts';
import { type NamedProduct, productRules } from '../domain/products.ts';
import type { DocumentHeader, PaymentFormat, PaymentPath, SinglePayment } from '../domain/single-payment.ts';
import { elementPathOf } from '../engine/pain001/element-path.ts';
import type { Pain001Block, Pain001Message } from '../engine/pain001/pain001-message.ts';
import { readPain001 } from '../engine/read-pain001.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { today } from './bank-day.ts';

/** An order as it arrived. */
export type SentOrder =
  | { readonly kind: 'json'; readonly value: SinglePayment }
  | FaultyJson
  | RequestDocument;

/** An order that was read, with the faults that reading it showed. */
export interface ReadOrder {
  readonly format: PaymentFormat;
  /** Undefined if nothing in the document can be read. */
  readonly payment: SentPayment | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Where a member of the payment stands in what was sent. */
  readonly pathOf: (at: PaymentPath) => PaymentPath;
  /** Absent for JSON: the payment has everything. */
  readonly document: Uint8Array | undefined;
  readonly documentHash: Buffer;
  readonly header: DocumentHeader | undefined;
}

/** Reads an order. Documents are read in a thread; JSON has been read already. */
export async function readOrder(
  ctx: Context & PaymentsPorts,
  named: NamedProduct,
  sent: SentOrder,
): Promise<ReadOrder> {
  switch (sent.kind) {
    case 'json':
      return readJson(sent.value, []);
    case 'faulty-json':
      return readJson(readableMembers(sent), sent.fieldErrors);
    case 'document':
      return readDocument(ctx, named, sent.bytes);
  }
}

function readJson(payment: SentPayment, fieldErrors: readonly FieldError[]): ReadOrder {
  return {
    format: 'json',
    payment,
    fieldErrors,
    pathOf: (at) => at,
    document: undefined,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed from JSON
    documentHash: sha256(canonicalJson(payment as CanonicalValue)),
    header: undefined,
  };
}

/** Returns the members without a fault, so that the rules find the faults of the others in the same response. */
function readableMembers({ fieldErrors, sent }: FaultyJson): SentPayment {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  // A list that is full may lack faults, so nothing is known to be readable.
  if (fieldErrors.length >= fieldErrorsMax) return {};
  const faulty = new Set(fieldErrors.map(({ path: [member] }) => member));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the schema found no fault in these members
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !faulty.has(name))) as SentPayment;
}

async function readDocument(
  ctx: Context & PaymentsPorts,
  named: NamedProduct,
  bytes: Uint8Array,
): Promise<ReadOrder> {
  const { bankId, caller, documents, paymentsChoices } = ctx;
  const { version03Until } = paymentsChoices.of(bankId);
  const isOldAccepted = version03Until === undefined || today(ctx).toString() < version03Until;
  const { faults, message } = await readPain001(documents, {
    bytes,
    caller: callerId(caller),
    options: {
      maxTransfers: 1,
      acceptedVersions: isOldAccepted ? ['03', '09'] : ['09'],
      serviceLevelsMax: 1,
    },
  });
  const version = message?.version ?? '09';
  const block = message?.blocks[0];
  return {
    format: `pain.001.001.${version}`,
    payment: block?.transfers[0] && withDate(ctx, named, block.transfers[0]),
    fieldErrors: faults.map((fault) => toFieldError(fault, (at) => at)),
    pathOf: (at) =>
      elementPathOf(version, { block: 0, transfer: 0, blockMembers: block?.blockMembers ?? [] }, at),
    document: bytes,
    documentHash: sha256(bytes),
    header: message && block && headerOf(message, block),
  };
}

/** A document may name a time. Products that are executed on a day take its date. SPEC xs2a-2026 3.2 */
function withDate(
  { bankId, paymentsChoices }: Context & PaymentsPorts,
  { product }: NamedProduct,
  { requestedExecutionTime: time, ...payment }: SentPayment,
): SentPayment {
  if (time === undefined) return payment;
  if (!productRules[product].isDated) return { ...payment, requestedExecutionTime: time };
  const moment = parseTimestamp(time);
  const { timeZone } = paymentsChoices.of(bankId);
  const date = moment?.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  // A time without an offset is that of the bank.
  return { ...payment, requestedExecutionDate: date ?? time.slice(0, dateLength) };
}

const dateLength = 10;

function headerOf(
  { controlSum, createdAt, messageId, numberOfTransactions }: Pain001Message,
  { paymentInformationId }: Pain001Block,
): DocumentHeader {
  return omitUndefined({ messageId, createdAt, numberOfTransactions, controlSum, paymentInformationId });
}

/** Returns a fault as part of a problem. */
export function toFieldError(
  { at, code, kind, message }: PaymentFault,
  pathOf: (at: PaymentPath) => PaymentPath,
): FieldError {
  return {
    part: 'body',
    path: pathOf(at),
    code,
    message,
    ...(kind === undefined ? {} : { xs2a: { code: faultCodes[kind] } }),
  };
}

const faultCodes = { 'execution-date': 'EXECUTION_DATE_INVALID', period: 'PERIOD_INVALID' } as const;

function sha256(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer');
}

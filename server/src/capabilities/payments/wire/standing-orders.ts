import { approvalRequestIn, flagIn } from '#capabilities/sca/index.ts';
import { notificationRequestIn } from '#capabilities/tpp-notifications/index.ts';
import type { FaultyJson } from '#platform/http/body-kinds.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { fieldErrorsMax } from '#platform/http/validation.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type {
  cancelStandingOrder as cancelContract,
  initiateStandingOrder as initiationContract,
  getStandingOrder as readContract,
  getStandingOrderStatus as statusContract,
} from '../contract/standing-orders.ts';
import type { SentSchedule } from '../domain/read-schedule.ts';
import type { CancelPayment } from '../operations/cancel-payment.ts';
import type { ReadPayment } from '../operations/get-payment.ts';
import type { GetPaymentStatus } from '../operations/get-payment-status.ts';
import type { InitiatePayment } from '../operations/initiate-payment.ts';
import type { NamedPayment } from '../steps/load-payment.ts';

type Initiation = RequestOf<typeof initiationContract>;

export function toStandingInitiation({ body, headers, params }: Initiation): InitiatePayment {
  return {
    productName: params['payment-product'],
    ...orderIn(body),
    // There is no confirmation by the third party for standing orders: the payer sees the result before the approval.
    payeeCheck: {
      isRequested: flagIn(headers['client-vop-requested']) === false ? false : undefined,
      earlierRequestId: headers['client-vop-request-id'],
    },
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']) === true,
    isRejectedWithoutFunds: flagIn(headers['tpp-rejection-nofunds-preferred']) === true,
    hasConsent: headers['consent-id'] !== undefined,
    notifications: notificationRequestIn(headers),
  };
}

const schedulePart = 'json_standingorderType';

/** Returns the payment and when it is made: members of one object, or parts of a form. */
function orderIn(body: Initiation['body']): Required<Pick<InitiatePayment, 'order' | 'standing'>> {
  switch (body.kind) {
    case 'json': {
      const { dayOfExecution, endDate, executionRule, frequency, monthsOfExecution, startDate, ...payment } =
        body.value;
      const members = { dayOfExecution, endDate, executionRule, frequency, monthsOfExecution, startDate };
      return {
        order: { kind: 'json', value: payment },
        standing: { members: omitUndefined(members), pathOf: (at) => at },
      };
    }
    case 'faulty-json':
      return { order: body, standing: { members: readableSchedule(body), pathOf: (at) => at } };
    case 'form':
      return {
        order: body.parts.xml_sct,
        standing: { members: body.parts[schedulePart], pathOf: (at) => [schedulePart, ...at] },
      };
  }
}

const scheduleMembers = [
  'startDate',
  'endDate',
  'frequency',
  'executionRule',
  'dayOfExecution',
  'monthsOfExecution',
] as const satisfies readonly (keyof SentSchedule)[];

/** Returns the members without a fault, so that the rules find the faults of the others in the same response. */
function readableSchedule({ fieldErrors, sent }: FaultyJson): SentSchedule {
  if (typeof sent !== 'object' || sent === null || fieldErrors.length >= fieldErrorsMax) return {};
  const faulty = new Set(fieldErrors.map(({ path: [member] }) => member));
  const readable = scheduleMembers.filter((member) => !faulty.has(member) && Object.hasOwn(sent, member));
  return Object.fromEntries(readable.map((member) => [member, Reflect.get(sent, member)]));
}

export function standingOrderIn(params: {
  readonly 'payment-product': string;
  readonly paymentId: string;
}): NamedPayment {
  return {
    productName: params['payment-product'],
    paymentId: params.paymentId,
    service: 'periodic-payments',
  };
}

type ReadBody = Extract<ResponseOf<typeof readContract>, { readonly mediaType: 'application/json' }>['body'];

export function toStandingRead(read: ReadPayment): ResponseOf<typeof readContract> {
  if (read.kind === 'document')
    return { status: 200, mediaType: 'multipart/form-data', document: formOf(read.content, read.schedule) };
  return {
    status: 200,
    mediaType: 'application/json',
    // oxlint-disable-next-line typescript/consistent-type-assertions -- members that this contract accepted before
    body: { ...read.payment, ...read.schedule, transactionStatus: read.head.status } as ReadBody,
  };
}

/** Returns the parts of an order as they were submitted. SPEC xs2a 4.1 */
function formOf(
  document: Buffer,
  schedule: unknown,
): { readonly content: Buffer; readonly boundary: string } {
  let boundary = 'standing-order';
  while (document.includes(boundary)) boundary += '-';
  const head = (name: string, type: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const content = Buffer.concat([
    Buffer.from(head('xml_sct', 'application/xml')),
    document,
    Buffer.from(
      `\r\n${head(schedulePart, 'application/json')}${JSON.stringify(schedule)}\r\n--${boundary}--\r\n`,
    ),
  ]);
  return { content, boundary };
}

export function toStandingStatusQuestion({
  params,
  responseType,
}: RequestOf<typeof statusContract>): GetPaymentStatus {
  return { ...standingOrderIn(params), mediaType: responseType };
}

export function toStandingCancellation({ headers, params }: RequestOf<typeof cancelContract>): CancelPayment {
  return { ...standingOrderIn(params), approval: approvalRequestIn(headers) };
}

/**
 * States of a payment, by the codes of ISO 20022 that third parties read. SPEC xs2a 2.1, 6.1
 *
 * RCVD received, RCVC received and its payee verified or confirmed, RVNC its payee is being verified, RVCM the payer has to
 * confirm the result, PATC signed by some, ACTC signed by all, ACWC the same with a later execution date, ACCP with the core,
 * ACSP money reserved, ACSC booked at the debtor, ACCC booked at the creditor, PART a bulk or standing order of which
 * some transfers were rejected, RJCT rejected, CANC cancelled.
 */
export const paymentStatuses = [
  'RCVD',
  'RCVC',
  'RVNC',
  'RVCM',
  'PATC',
  'ACTC',
  'ACWC',
  'ACCP',
  'ACSP',
  'ACSC',
  'ACCC',
  'PART',
  'RJCT',
  'CANC',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why a payment was rejected or cancelled: reasons of ISO 20022 with the words for the third party. */
export const reasonTexts = {
  AC01: 'The debtor account does not exist.',
  AC03: 'The creditor account does not exist.',
  AC04: 'The debtor account is closed.',
  AC06: 'The debtor account is blocked.',
  AC07: 'The creditor account is closed.',
  AM03: 'The account is not held in this currency.',
  AM04: 'The account does not have the funds.',
  AM09: 'The amount is not allowed.',
  CUST: 'The payment was cancelled before its execution.',
  DS0A: 'The payment was not approved in time.',
  DS0C: 'The approval does not cover the payment any more.',
  DT01: 'The date is not allowed.',
  MS03: 'The bank gave no reason.',
  TM01: 'The payment could not be executed in time.',
} as const;
export type PaymentReason = keyof typeof reasonTexts;

/** Returns the reason of this code; a core may have codes that we do not know. */
export function reasonOf(code: string | undefined): PaymentReason {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- just looked up among the keys
  return code !== undefined && Object.hasOwn(reasonTexts, code) ? (code as PaymentReason) : 'MS03';
}

/** What the core banking system says of a payment. */
export type CoreState = 'pending' | 'accepted' | 'settled' | 'rejected' | 'returned' | 'cancelled';

/** What happens to a payment. */
export type PaymentEvent =
  | { readonly kind: 'approved'; readonly extent: 'partly' }
  /** `isDateChanged`: the bank executes the payment on a later day than requested. */
  | { readonly kind: 'approved'; readonly extent: 'fully'; readonly isDateChanged: boolean }
  /** The result of the verification of its payee is there. */
  | { readonly kind: 'verified'; readonly isMatch: boolean }
  /** The payer wants to pay although the payee did not match. */
  | { readonly kind: 'payee-confirmed' }
  /** Its time without approval is over. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'cancelled' }
  /** It must not be executed, as was found before money moved. */
  | { readonly kind: 'refused'; readonly reason: PaymentReason }
  /** The state of a bulk follows from those of its transfers, that of a standing order at its end from its executions. */
  | { readonly kind: 'entries'; readonly state: PaymentState }
  | {
      readonly kind: 'core';
      readonly state: CoreState;
      readonly reason?: PaymentReason;
      /** The creditor has the money as soon as it is settled. */
      readonly isInstant: boolean;
      /** After a restore the core may have a payment whose approval is newer than the backup. */
      readonly isRestored?: boolean;
    };

/**
 * Returns what an answer of the core says of one transfer of a bulk. One that came back was executed: what comes back is
 * another entry on the account.
 */
export function coreEvent(
  { reason, state }: { readonly state: CoreState; readonly reason?: string | undefined },
  isInstant: boolean,
): PaymentEvent {
  return {
    kind: 'core',
    state: state === 'returned' ? 'settled' : state,
    reason: reasonOf(reason),
    isInstant,
  };
}

/** A state with its reason. */
export interface PaymentState {
  readonly status: PaymentStatus;
  readonly reason: PaymentReason | undefined;
}

const followers: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  RCVD: ['PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'],
  RCVC: ['PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'],
  RVNC: ['RCVC', 'RVCM', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'],
  RVCM: ['RCVC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'],
  PATC: ['PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'],
  ACTC: ['ACCP', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'],
  ACWC: ['ACCP', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'],
  ACCP: ['ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'],
  ACSP: ['ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'],
  ACSC: [],
  ACCC: [],
  PART: [],
  RJCT: [],
  CANC: [],
};

/** Whether no other state follows. */
export function isFinal(status: PaymentStatus): boolean {
  return followers[status].length === 0;
}

/** Whether a payment waits for its payee to be verified or confirmed; no approval is possible before that. */
export function isUnverified(status: PaymentStatus): boolean {
  return status === 'RVNC' || status === 'RVCM';
}

/** Whether no customer has signed a payment. */
export function isUnsigned(status: PaymentStatus): boolean {
  return status === 'RCVD' || status === 'RCVC' || isUnverified(status);
}

/** Whether a payment waits for approvals. */
export function isUnapproved(status: PaymentStatus): boolean {
  return isUnsigned(status) || status === 'PATC';
}

/** Whether a payment is approved and the core does not have it: only then may it be submitted. */
export function isSubmittable(status: PaymentStatus): boolean {
  return status === 'ACTC' || status === 'ACWC';
}

/**
 * Returns the state after an event, or undefined if the event changes nothing: the core reports late and twice, and what
 * has ended stays as it is.
 */
export function nextState(status: PaymentStatus, event: PaymentEvent): PaymentState | undefined {
  const next = wanted(status, event);
  return next !== undefined && followers[status].includes(next.status) ? next : undefined;
}

/** What each event wants a payment to become; undefined where it says nothing about a payment in this state. */
const outcomes: {
  readonly [Kind in PaymentEvent['kind']]: (
    status: PaymentStatus,
    event: Extract<PaymentEvent, { readonly kind: Kind }>,
  ) => PaymentState | undefined;
} = {
  approved: (_, event) => plain(afterApproval(event)),
  verified: (status, { isMatch }) => (status === 'RVNC' ? plain(isMatch ? 'RCVC' : 'RVCM') : undefined),
  'payee-confirmed': (status) => (status === 'RVCM' ? plain('RCVC') : undefined),
  expired: (status) => (isUnapproved(status) ? { status: 'RJCT', reason: 'DS0A' } : undefined),
  // With the core, the core decides whether it is too late.
  cancelled: (status) =>
    isUnapproved(status) || isSubmittable(status) ? { status: 'CANC', reason: 'CUST' } : undefined,
  refused: (status, { reason }) => (isSubmittable(status) ? { status: 'RJCT', reason } : undefined),
  entries: (status, { state }) => (isUnapproved(status) ? undefined : state),
  // The core cannot know a payment that is not approved.
  core: (status, event) => (isUnapproved(status) && event.isRestored !== true ? undefined : afterCore(event)),
};

function wanted(status: PaymentStatus, event: PaymentEvent): PaymentState | undefined {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the table has a function for each kind
  const outcome = outcomes[event.kind] as (from: PaymentStatus, of: PaymentEvent) => PaymentState | undefined;
  return outcome(status, event);
}

function afterApproval(event: Extract<PaymentEvent, { readonly kind: 'approved' }>): PaymentStatus {
  if (event.extent === 'partly') return 'PATC';
  return event.isDateChanged ? 'ACWC' : 'ACTC';
}

function afterCore({
  isInstant,
  reason = 'MS03',
  state,
}: Extract<PaymentEvent, { readonly kind: 'core' }>): PaymentState | undefined {
  switch (state) {
    case 'pending':
      return plain('ACCP');
    case 'accepted':
      return plain('ACSP');
    case 'settled':
      return plain(isInstant ? 'ACCC' : 'ACSC');
    case 'rejected':
      return { status: 'RJCT', reason };
    case 'cancelled':
      return { status: 'CANC', reason: 'CUST' };
    case 'returned':
      // The payment was executed; what comes back is another entry on the account.
      return undefined;
  }
}

function plain(status: PaymentStatus): PaymentState {
  return { status, reason: undefined };
}

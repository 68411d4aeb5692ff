import type { PaymentReason, PaymentStatus } from './payment.ts';

/** What a notice says about a payment. */
export interface PayerNotice {
  readonly status: 'executed' | 'executed-in-part' | 'rejected' | 'cancelled' | 'awaiting-authorisation';
  readonly cause?: NoticeCause;
}

export type NoticeCause = 'funds' | 'account' | 'approval' | 'time' | 'bank';

const causes: Readonly<Record<PaymentReason, NoticeCause>> = {
  AC01: 'account',
  AC03: 'account',
  AC04: 'account',
  AC06: 'account',
  AC07: 'account',
  AM03: 'account',
  AM04: 'funds',
  AM09: 'bank',
  CUST: 'approval',
  DS0A: 'approval',
  DS0C: 'approval',
  DT01: 'time',
  MS03: 'bank',
  TM01: 'time',
};

/** Returns why a payment was rejected, as a customer reads it. */
export function noticeCauseOf(reason: PaymentReason): NoticeCause {
  return causes[reason];
}

/**
 * Returns whether the payer is notified by an event of a payment. One that nobody has signed says nothing: the payer knows,
 * or has never heard of it. The end of one that some have signed says that it was stopped; so does the end of an approved
 * one, about which its change of status says the same.
 */
export function isNoticeDue(
  { data, name }: { readonly name: string; readonly data: { readonly transactionStatus?: unknown } },
  approvedAt: unknown,
): boolean {
  if (data.transactionStatus === 'PATC') return name !== 'payment-stopped';
  return (name === 'payment-stopped') === (approvedAt === undefined);
}

/** Returns the notice about a new status; undefined for steps that need no message. */
export function noticeOf(status: PaymentStatus, reason: PaymentReason = 'MS03'): PayerNotice | undefined {
  if (status === 'PATC') return { status: 'awaiting-authorisation' };
  if (status === 'RJCT') return { status: 'rejected', cause: causes[reason] };
  if (status === 'CANC') return { status: 'cancelled' };
  if (status === 'PART') return { status: 'executed-in-part' };
  return status === 'ACSC' || status === 'ACCC' ? { status: 'executed' } : undefined;
}

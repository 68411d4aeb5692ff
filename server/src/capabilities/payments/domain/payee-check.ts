import type { Temporal } from 'temporal-polyfill';
import type { PaymentStatus } from './payment.ts';
import type { PaymentProduct } from './products.ts';

/** SPEC xs2a-2026 2.2: how the name of the payee compares with the holder of the account. */
export interface PayeeResult {
  readonly code: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  /** Of the holder; only a close match has it. */
  readonly matchedName?: string;
}

/** The check of the payee of a payment, as it is kept with the order. */
export interface KeptCheck {
  /** Who is told the result: the third party, which asked for it, or the payer, where the order is approved. */
  readonly toldTo: 'third-party' | 'payer';
  /** Absent while it is not known. */
  readonly result?: PayeeResult;
  /** The result came after the response to the initiation. */
  readonly isLate?: true;
  /** When the third party said that the payer confirmed the result; ISO 8601. */
  readonly confirmedAt?: string;
}

/** What a bank has chosen about checks, from its XS2A profile. */
export interface PayeeCheckChoices {
  readonly isIntegrated: boolean;
  readonly whenNotRequested: 'bank-page' | 'off';
  /** Payments must name an earlier verification. */
  readonly isEarlierMandated: boolean;
  readonly earlierValidSeconds: number;
  /** How long the response to an initiation waits for the result. */
  readonly inlineWaitMs: number;
}

const checkedProducts: readonly PaymentProduct[] = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'];

/** Returns whether payees of a product are checked. SPEC xs2a-2026 2.3 */
export function isChecked(product: PaymentProduct, { isIntegrated }: PayeeCheckChoices): boolean {
  return isIntegrated && checkedProducts.includes(product);
}

/** Returns who is told the result of a check, by what the third party says; undefined: no check. SPEC xs2a-2026 2.3 */
export function checkReader(
  isRequested: boolean | undefined,
  { whenNotRequested }: PayeeCheckChoices,
): KeptCheck['toldTo'] | undefined {
  if (isRequested === true) return 'third-party';
  return isRequested === undefined && whenNotRequested === 'bank-page' ? 'payer' : undefined;
}

/** The state of a new payment after its check. */
export function firstStatus(check: KeptCheck | undefined): 'RCVD' | 'RCVC' | 'RVCM' | 'RVNC' {
  if (check?.toldTo !== 'third-party') return 'RCVD';
  if (check.result === undefined) return 'RVNC';
  return check.result.code === 'MTCH' ? 'RCVC' : 'RVCM';
}

/** A result that is not known counts as a check that was not possible. */
export function resultOf(check: KeptCheck): PayeeResult {
  return check.result ?? { code: 'NOAP' };
}

/** SPEC xs2a-2026 2.5: what is not known by then counts as not possible. */
const verifyingSeconds = 5;

/**
 * Returns whether the time of a verification is over, whatever became of the process that waited for it. Payees of a bulk
 * are verified by the worker, which ends it.
 */
export function isVerifyingOver(
  {
    createdAt,
    service,
    status,
  }: {
    readonly status: PaymentStatus;
    readonly service: string;
    readonly createdAt: Temporal.Instant;
  },
  now: Temporal.Instant,
): boolean {
  return (
    status === 'RVNC' &&
    service !== 'bulk-payments' &&
    now.since(createdAt).total('seconds') >= verifyingSeconds
  );
}

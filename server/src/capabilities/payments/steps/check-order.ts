import { checkPayee, findEarlierAnswer, type PayeeAnswer } from '#capabilities/payee-verifications/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import { checkReader, isChecked, type KeptCheck, type PayeeResult } from '../domain/payee-check.ts';
import type { NamedProduct } from '../domain/products.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { referenceOf } from './payment-order.ts';

type Ctx = Context & PaymentsPorts;

/** What a third party says about the verification of a payee. */
export interface CheckRequest {
  /** Undefined: it says nothing. */
  readonly isRequested: boolean | undefined;
  /** Request of an earlier verification. */
  readonly earlierRequestId: string | undefined;
}

/** A check as far as it is when the payment is stored. */
export interface StartedCheck {
  /** Whether the bank checks payees of this product. */
  readonly isSupported: boolean;
  /** Undefined if the payee is not checked. */
  readonly check: KeptCheck | undefined;
  /** The result, while it is not known. */
  readonly running: Promise<PayeeResult> | undefined;
}

/**
 * Checks the payee of a new order, and waits for the result as long as the bank allows. Asks other banks, so never in a
 * transaction. SPEC xs2a-2026 2.3
 */
export async function checkOrder(
  ctx: Ctx,
  { isRequested, earlierRequestId }: CheckRequest,
  { named, payment }: { readonly named: NamedProduct; readonly payment: SinglePayment },
): Promise<StartedCheck> {
  const choices = ctx.paymentsChoices.of(ctx.bankId).payees;
  if (!isChecked(named.product, choices)) return { isSupported: false, check: undefined, running: undefined };
  const earlier = await earlierResult(ctx, earlierRequestId, payment);
  const toldTo = checkReader(isRequested, choices);
  const known = (check: KeptCheck | undefined): StartedCheck => ({
    isSupported: true,
    check,
    running: undefined,
  });
  if (toldTo === undefined) return known(undefined);
  if (earlier !== undefined) return known({ toldTo, result: earlier });
  const running = askAboutPayee(ctx, payment);
  const result = await within(running, choices.inlineWaitMs);
  return result === undefined ? { isSupported: true, check: { toldTo }, running } : known({ toldTo, result });
}

async function earlierResult(
  ctx: Ctx,
  requestId: string | undefined,
  { creditorAccount, creditorName }: SinglePayment,
): Promise<PayeeResult | undefined> {
  const { earlierValidSeconds, isEarlierMandated } = ctx.paymentsChoices.of(ctx.bankId).payees;
  const found =
    requestId &&
    (await findEarlierAnswer(
      { ...ctx, ...ctx.payees },
      {
        requestId,
        iban: referenceOf(creditorAccount).id,
        name: creditorName,
        validSeconds: earlierValidSeconds,
      },
    ));
  if (found) return toResult(found);
  if (!isEarlierMandated) return undefined;
  const { entry } = problems['verification-missing'];
  throw problems['verification-missing']({
    fieldErrors: [
      { part: 'header', path: ['Client-VOP-Request-ID'], code: 'mismatch', message: entry.message },
    ],
  });
}

/** Whatever fails is a check that was not possible: no payment depends on one. */
async function askAboutPayee(
  ctx: Ctx,
  { creditorAccount, creditorAgent, creditorName }: SinglePayment,
): Promise<PayeeResult> {
  try {
    const iban = referenceOf(creditorAccount).id;
    const payee = omitUndefined({ iban, bic: creditorAgent, name: creditorName });
    return toResult(await checkPayee({ ...ctx, ...ctx.payees }, payee));
  } catch (error) {
    ctx.log.error({ bankId: ctx.bankId, requestId: ctx.origin.requestId, error }, 'failed to check a payee');
    return { code: 'NOAP' };
  }
}

/** Returns the result that a payment keeps. */
export function toResult({ code, matchedName }: PayeeAnswer): PayeeResult {
  return code === 'CMTC' ? omitUndefined({ code, matchedName }) : { code };
}

/** Returns undefined if the time is over first. */
export async function within<Result>(running: Promise<Result>, waitMs: number): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), waitMs);
  try {
    return await Promise.race([running, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

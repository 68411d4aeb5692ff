import type { Context } from '#platform/work/context.ts';
import { compareClaim } from '../domain/compare-claim.ts';
import { notApplicable, type PayeeAnswer } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import type { PayeeQuestion, PayeeVerifier } from '../ports/payee-verifier.ts';
import { findHolders } from './find-holders.ts';

type PayeeContext = Context & PayeeVerificationsPorts;

/** Asks the bank of an account, this one or another. Whatever fails or takes too long is NOAP. */
export async function answerClaim(ctx: PayeeContext, question: PayeeQuestion): Promise<PayeeAnswer> {
  const verifier = ctx.payeeBanks.find(ctx.bankId, question.iban) ?? ownAccounts(ctx);
  const late = Promise.withResolvers<PayeeAnswer>();
  const timer = setTimeout(() => late.resolve(notApplicable('late')), question.timeoutMs);
  try {
    return await Promise.race([verifier.verifyPayee(question), late.promise]);
    // A bank that cannot be asked must not stop a payment.
  } catch (error) {
    ctx.log.warn({ bankId: ctx.bankId, error }, 'a payee could not be verified');
    return notApplicable('unavailable');
  } finally {
    clearTimeout(timer);
  }
}

/** The responder for the accounts of this bank. */
function ownAccounts(ctx: PayeeContext): PayeeVerifier {
  return {
    verifyPayee: async ({ claim, iban }) => compareClaim(await findHolders(ctx, iban), claim),
  };
}

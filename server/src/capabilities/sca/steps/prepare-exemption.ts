import { needsSingleSignature, signingProgress } from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { exemptiblePayment, usesExemptions } from '../domain/exemptions.ts';
import type { SinglePayment } from '../domain/order.ts';
import type { ScaChoices, ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { type PreparedApproval, prepareApproval } from './prepare-approval.ts';
import { systemContextFor } from './system-context.ts';

/** A payment that may be approved without a second factor, with what other systems know about it. */
export interface PreparedExemption {
  readonly prepared: PreparedApproval;
  readonly payment: SinglePayment;
  /** The customer whose signature alone releases it. */
  readonly owner: string;
  readonly isBetweenOwnAccounts: boolean;
  readonly isTrustedBeneficiary: boolean;
}

/**
 * Prepares an exemption, before the password is checked and with the same work for every name. Undefined where an
 * exemption is not possible or anything about it is doubtful: the customer is then asked for a second factor.
 */
export async function prepareExemption(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<PreparedExemption | undefined> {
  const choices = ctx.scaChoices.of(ctx.bankId);
  if (!isPossible(choices, authorisation)) return undefined;
  try {
    return await prepare(ctx, authorisation);
  } catch (error) {
    // A core that is away, or an account that it does not have. A caller with the right password learns it with the approval.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** A bank that wants a confirmation of the third party after the redirect gets one for every payment. */
function isPossible(
  { exemptions, isConfirmationNeeded }: ScaChoices,
  { approach, subject }: StoredAuthorisation,
): boolean {
  if (!usesExemptions(exemptions) || subject.kind !== 'payment') return false;
  return approach !== 'REDIRECT' || !isConfirmationNeeded;
}

async function prepare(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<PreparedExemption | undefined> {
  const prepared = await prepareApproval(ctx, authorisation);
  const payment = exemptiblePayment(prepared.toSign.order);
  const [signing, ...others] = prepared.signings;
  if (payment === undefined || signing === undefined || others.length > 0) return undefined;
  if (!needsSingleSignature(signing)) return undefined;
  // It has no signature yet.
  const { missing, required } = await signingProgress(systemContextFor(ctx, authorisation), signing);
  if (required !== 1 || missing !== 1) return undefined;
  const { owner } = signing;
  return { prepared, payment, owner, ...(await payeeFactsOf(ctx, payment, owner)) };
}

/** Asks only for what the bank's exemptions need. What is not known is not the case. */
async function payeeFactsOf(
  { bankId, payeeFacts, scaChoices }: Context & ScaPorts,
  { debtorAccount, transfer: { creditorAccount, creditorAgent } }: SinglePayment,
  owner: string,
): Promise<Pick<PreparedExemption, 'isBetweenOwnAccounts' | 'isTrustedBeneficiary'>> {
  const { exemptions } = scaChoices.of(bankId);
  const question = omitUndefined({ bankId, owner, debtorAccount, creditorAccount, creditorAgent });
  const [isOwn, isTrusted] = await Promise.all([
    exemptions['own-accounts'] === true ? payeeFacts.isBetweenOwnAccounts(question) : undefined,
    exemptions['trusted-beneficiary'] === true ? payeeFacts.isTrustedBeneficiary(question) : undefined,
  ]);
  return { isBetweenOwnAccounts: isOwn === true, isTrustedBeneficiary: isTrusted === true };
}

import { createConsentSubjects, createConsentsVault } from '#capabilities/consents/index.ts';
import type { CoreBanks } from '#capabilities/core-banking/index.ts';
import {
  createCancellationSubjects,
  createPaymentSubjects,
  createPaymentsVault,
} from '#capabilities/payments/index.ts';
import type { Subjects } from '#capabilities/sca/index.ts';
import type { MemberSubjects } from '#capabilities/signing-baskets/index.ts';
import type { CompositionDeps } from './composition.ts';
import { consentAccountsFrom } from './consent-accounts.ts';
import { consentsChoicesFrom } from './consents-choices.ts';
import { payerAccountsFrom } from './payer-accounts.ts';
import { paymentsChoicesFrom } from './payments-choices.ts';

/** Payments and consents as if they were in no basket. */
export function basketMembersFrom(deps: CompositionDeps, cores: CoreBanks): MemberSubjects {
  const { clock } = deps.runtime;
  return {
    payment: createPaymentSubjects(paymentPartsFrom(deps, cores)),
    consent: createConsentSubjects({
      clock,
      consentsVault: createConsentsVault(deps.keys),
      consentAccounts: consentAccountsFrom(deps, cores),
      consentsChoices: consentsChoicesFrom(deps),
    }),
  };
}

/** Cancellations of payments; they are never in a basket. */
export function cancellationSubjectsFrom(deps: CompositionDeps, cores: CoreBanks): Subjects {
  return createCancellationSubjects(paymentPartsFrom(deps, cores));
}

function paymentPartsFrom(
  deps: CompositionDeps,
  cores: CoreBanks,
): Parameters<typeof createPaymentSubjects>[0] {
  return {
    clock: deps.runtime.clock,
    paymentsVault: createPaymentsVault(deps.keys),
    payerAccounts: payerAccountsFrom(deps, cores),
    paymentsChoices: paymentsChoicesFrom(deps),
  };
}

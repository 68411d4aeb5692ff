import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import type { confirmFunds as confirmationContract } from '../contract/confirmations.ts';
import type { ConfirmFunds } from '../operations/confirm-funds.ts';

/** The name of the payee is not needed for an answer, and not kept. */
export function toQuestion({ body, headers }: RequestOf<typeof confirmationContract>): ConfirmFunds {
  return {
    consentId: headers['consent-id'],
    account: body.account,
    cardNumber: body.cardNumber,
    amount: body.instructedAmount,
  };
}

export function toAnswer(fundsAvailable: boolean): ResponseOf<typeof confirmationContract> {
  return { status: 200 as const, body: { fundsAvailable } };
}

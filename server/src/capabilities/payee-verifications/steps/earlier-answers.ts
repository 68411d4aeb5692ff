import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Payee, PayeeAnswer } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { upsertEarlierResult } from '../store/earlier-results.store.ts';
import type { Requester } from './limits.ts';
import { hashesOf } from './verify-payees.ts';

/** Keeps the answer to a name, so that a payment can name the verification. */
export async function keepAnswer(
  { bankId, clock, db, payeeVault }: Context & PayeeVerificationsPorts,
  { organisationId, requestId: sent }: Requester,
  { answer, payee }: { readonly payee: Payee; readonly answer: PayeeAnswer | undefined },
): Promise<void> {
  const requestId = sent.toLowerCase();
  if (answer === undefined || payee.name === undefined || !isUuid(requestId)) return;
  const request = { organisationId, requestId };
  await upsertEarlierResult(db, {
    bankId,
    ...request,
    ...hashesOf(payeeVault, bankId, payee.iban, { kind: 'name', name: payee.name }),
    sealed: payeeVault.sealAnswer(bankId, request, answer),
    now: clock.now(),
  });
}

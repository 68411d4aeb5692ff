import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { PayeeAnswer } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { hashesOf } from '../steps/verify-payees.ts';
import { findEarlierResult } from '../store/earlier-results.store.ts';

interface NamedVerification {
  readonly requestId: string;
  readonly iban: string;
  readonly name: string;
  readonly validSeconds: number;
}

/**
 * Returns what a verification of the calling third party said about this account and name; undefined if there was none
 * under this request, if it was of another payee, or if it is too old. SPEC xs2a-2026 2.3
 */
export async function findEarlierAnswer(
  { bankId, caller, clock, db, payeeVault }: Context & PayeeVerificationsPorts,
  { iban, name, requestId: sent, validSeconds }: NamedVerification,
): Promise<PayeeAnswer | undefined> {
  const request = { organisationId: callerId(caller), requestId: sent.toLowerCase() };
  const sealed = await findEarlierResult(db, {
    bankId,
    ...request,
    ...hashesOf(payeeVault, bankId, iban, { kind: 'name', name }),
    since: clock.now().subtract({ seconds: validSeconds }),
  });
  return sealed && payeeVault.openAnswer(bankId, request, sealed);
}

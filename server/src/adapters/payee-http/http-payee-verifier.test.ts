import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CoreIdentities,
  createCoreIdentities,
  egressTo,
} from '#adapters/core-http/core-identities.suite.ts';
import {
  type PayeeBankHarness,
  payeeBankAccount,
  payeeVerifierSuite,
} from '#capabilities/payee-verifications/testing/payee-verifier.suite.ts';
import { createHttpPayeeVerifier } from './http-payee-verifier.ts';
import { type PayeeBankProcess, startPayeeBank } from './payee-bank-process.suite.ts';

let identities: CoreIdentities;
let bank: PayeeBankProcess;
beforeAll(async () => {
  identities = await createCoreIdentities();
  bank = await startPayeeBank(payeeBankAccount.iban, identities);
});
afterAll(async () => {
  await bank[Symbol.asyncDispose]();
  identities[Symbol.dispose]();
});

async function openHarness(isKnown = true): Promise<PayeeBankHarness> {
  await bank.tell({ mode: 'well' });
  const egress = egressTo(bank.url, identities, isKnown ? identities.client : undefined);
  return {
    verifier: createHttpPayeeVerifier({ egress, purpose: 'core', url: `${bank.url}/` }),
    switchMode: async (mode) => void (await bank.tell({ mode })),
    questions: () => bank.tell({}),
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

payeeVerifierSuite('a bank over HTTP', () => openHarness());

test('a bank that does not know our certificate is NOAP', async () => {
  await using harness = await openHarness(false);
  const answer = await harness.verifier.verifyPayee({
    iban: payeeBankAccount.iban,
    claim: { kind: 'name', name: 'Anna Schmidt' },
    timeoutMs: 5_000,
  });
  expect(answer).toEqual({ code: 'NOAP', rule: 'none', reason: 'unavailable' });
});

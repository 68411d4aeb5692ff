import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerAccount } from '../../bench/harness/ledger-accounts.ts';
import { createCoreIdentities } from '../../server/src/adapters/core-http/core-identities.suite.ts';
import {
  type PayeeBankProcess,
  startPayeeBank,
} from '../../server/src/adapters/payee-http/payee-bank-process.suite.ts';
import { payeeBankAccount } from '../../server/src/capabilities/payee-verifications/testing/payee-verifier.suite.ts';
import type { BankCheck, BankOptions } from '../harness/bank-check.ts';
import { openPaymentBank, type PaymentBank } from '../payment/payment-bank.ts';

/** The running product with payees at this bank and at another one, which verifies its own. */
export interface PayeeBank extends PaymentBank {
  /** Opens an account of Maria Schmidt. */
  payee(): Promise<LedgerAccount>;
  readonly otherBank: PayeeBankProcess;
}

export type PayeeBankCheck = BankCheck<PayeeBank>;

/** The account at the other bank; Anna Schmidt holds it. */
export const { iban: foreignIban } = payeeBankAccount;

export async function openPayeeBank(options: BankOptions): Promise<PayeeBank> {
  await using opened = new AsyncDisposableStack();
  const identities = opened.use(await createCoreIdentities());
  const otherBank = opened.use(await startPayeeBank(foreignIban, identities));
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-payee-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const file = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content, { mode: 0o600 });
    return `file:${path}`;
  };
  const { authority, client } = identities;
  const entry = {
    country: foreignIban.slice(0, 2),
    bankCode: foreignIban.slice(4, 8),
    url: otherBank.url,
    certificate: await file('client.pem', client.certificatePem),
    key: await file('client.key', client.keyPem),
    ca: await file('ca.pem', authority.caPem),
    networks: ['127.0.0.0/8'],
  };
  const bank = opened.use(await openPaymentBank(options, { PORTICO_PAYEE_BANKS: JSON.stringify([entry]) }));
  const resources = opened.move();
  return {
    ...bank,
    otherBank,
    payee: async () => bank.ledger.open((await bank.desk.register()).customerNumber, 0n),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

import { createHmac } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import type { KeptTerms } from '../domain/terms.ts';

/** Encrypts the accounts and cards of consents, and hashes the amounts of questions. */
export interface FundsVault {
  sealTerms(bankId: string, consentId: string, terms: KeptTerms): Buffer;
  openTerms(bankId: string, consentId: string, sealed: Buffer): KeptTerms;
  /** Returns a keyed hash: no row tells an amount, so none tells between which amounts a balance is. */
  amountHash(bankId: string, accountId: string, amount: Money): Buffer;
}

const hashBytes = 16;

export function termsEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'funds_consent', column: 'sealed_terms', rowId };
}

export function createFundsVault(keys: KeyProvider): FundsVault {
  const vault = createVault(keys, 'funds-consents');
  return {
    sealTerms: (bankId, consentId, terms) =>
      vault.seal(termsEncryptionContext(bankId, consentId), Buffer.from(JSON.stringify(terms))),
    openTerms(bankId, consentId, sealed) {
      const plain = vault.unseal(termsEncryptionContext(bankId, consentId), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as KeptTerms;
    },
    amountHash: (bankId, accountId, amount) =>
      createHmac('sha256', secretKeyOf(keys.derive(bankId, 'amounts of questions')[0]))
        .update(`${accountId} ${amount.currency} ${formatMoney(amount)}`)
        .digest()
        .subarray(0, hashBytes),
  };
}

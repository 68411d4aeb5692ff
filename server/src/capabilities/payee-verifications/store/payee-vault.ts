import { createHmac } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Payee, PayeeAnswer, PayeeResult } from '../domain/payee.ts';

/** A payee of a list, under the reference of the third party. */
export interface BulkPayee extends Payee {
  readonly uetr: string;
}

/** Encrypts lists of payees, and makes the keyed hashes of the log. */
export interface PayeeVault {
  hash(bankId: string, kind: 'iban' | 'name', text: string): Buffer;
  sealPayees(bankId: string, bulkId: string, payees: readonly BulkPayee[]): Buffer;
  openPayees(bankId: string, bulkId: string, sealed: Buffer): readonly BulkPayee[];
  sealResult(bankId: string, bulkId: string, place: number, result: PayeeResult): Buffer;
  openResult(bankId: string, bulkId: string, place: number, sealed: Buffer): PayeeResult;
  /** The result of one verification, under the request that asked for it. */
  sealAnswer(bankId: string, request: AnsweredRequest, answer: PayeeAnswer): Buffer;
  openAnswer(bankId: string, request: AnsweredRequest, sealed: Buffer): PayeeAnswer;
}

/** Names a verification. */
export interface AnsweredRequest {
  readonly organisationId: string;
  readonly requestId: string;
}

const hashBytes = 16;

export function payeesEncryptionContext(bankId: string, bulkId: string): EncryptionContext {
  return { bankId, table: 'bulk', column: 'sealed_payees', rowId: bulkId };
}

export function resultEncryptionContext(bankId: string, bulkId: string, place: string): EncryptionContext {
  return { bankId, table: 'bulk_result', column: 'sealed_result', rowId: `${bulkId} ${place}` };
}

export function answerEncryptionContext(
  bankId: string,
  { organisationId, requestId }: AnsweredRequest,
): EncryptionContext {
  return {
    bankId,
    table: 'earlier_result',
    column: 'sealed_result',
    rowId: `${organisationId} ${requestId}`,
  };
}

export function createPayeeVault(keys: KeyProvider): PayeeVault {
  const vault = createVault(keys, 'payee-lists');
  return {
    hash: (bankId, kind, text) =>
      createHmac('sha256', secretKeyOf(keys.derive(bankId, 'payee hashes')[0]))
        .update(`${kind} ${text}`)
        .digest()
        .subarray(0, hashBytes),
    sealPayees: (bankId, bulkId, payees) =>
      vault.seal(payeesEncryptionContext(bankId, bulkId), Buffer.from(JSON.stringify(payees))),
    openPayees(bankId, bulkId, sealed) {
      const plain = vault.unseal(payeesEncryptionContext(bankId, bulkId), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as readonly BulkPayee[];
    },
    sealResult: (bankId, bulkId, place, result) =>
      vault.seal(resultEncryptionContext(bankId, bulkId, String(place)), Buffer.from(JSON.stringify(result))),
    openResult(bankId, bulkId, place, sealed) {
      const plain = vault.unseal(resultEncryptionContext(bankId, bulkId, String(place)), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as PayeeResult;
    },
    sealAnswer: (bankId, request, answer) =>
      vault.seal(answerEncryptionContext(bankId, request), Buffer.from(JSON.stringify(answer))),
    openAnswer(bankId, request, sealed) {
      const plain = vault.unseal(answerEncryptionContext(bankId, request), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as PayeeAnswer;
    },
  };
}

import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { ApprovalContent } from '../domain/approval.ts';

/** Encrypts what devices are asked to approve. */
export interface ApprovalVault {
  seal(bankId: string, approvalId: string, content: ApprovalContent): Buffer;
  open(bankId: string, approvalId: string, sealed: Buffer): ApprovalContent;
}

export function approvalContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'approval_request', column: 'sealed_content', rowId };
}

export function createApprovalVault(vault: Vault): ApprovalVault {
  return {
    seal: (bankId, approvalId, content) =>
      vault.seal(approvalContext(bankId, approvalId), Buffer.from(JSON.stringify(content))),
    open(bankId, approvalId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(approvalContext(bankId, approvalId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by us, and opens only if unchanged
      return opened as ApprovalContent;
    },
  };
}

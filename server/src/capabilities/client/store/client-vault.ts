import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';
import { type ApprovalVault, createApprovalVault } from './approval-vault.ts';
import { createDeviceVault, type DeviceVault } from './device-vault.ts';

/** Encrypts what customers wrote and what identifies them. */
export interface ClientVault {
  readonly vault: Vault;
  readonly devices: DeviceVault;
  readonly approvals: ApprovalVault;
}

export function createClientVault(keys: KeyProvider): ClientVault {
  const vault = createVault(keys, 'client');
  return { vault, devices: createDeviceVault(keys, vault), approvals: createApprovalVault(vault) };
}

import { createHmac } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';

/** What a customer and an app say about a device. */
export interface DeviceDetails {
  readonly nickname?: string;
  readonly model?: string;
  readonly osVersion?: string;
}

/** Encrypts data of devices, and computes the keyed hashes of codes and addresses. */
export interface DeviceVault {
  sealDetails(bankId: string, pairingId: string, details: DeviceDetails): Buffer;
  openDetails(bankId: string, pairingId: string, sealed: Buffer): DeviceDetails;
  sealPush(bankId: string, pairingId: string, handle: string): Buffer;
  openPush(bankId: string, pairingId: string, sealed: Buffer): string;
  /**
   * Returns the keyed hashes of an activation code. The first one is stored; a look-up uses all of them, because the key
   * may have changed since the code was issued.
   */
  codeHashes(bankId: string, code: string): readonly [Buffer, ...Buffer[]];
  /** Returns the keys that sign offline sign-ins; the first one signs, all of them verify. */
  offlineKeys(bankId: string): readonly [Buffer, ...Buffer[]];
  /** Returns the counter key of a source address. */
  addressKey(bankId: string, address: string): Buffer;
}

export function deviceDetailsContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'device', column: 'sealed_details', rowId };
}

export function devicePushContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'device', column: 'sealed_push', rowId };
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', secretKeyOf(key)).update(text).digest();
}

export function createDeviceVault(keys: KeyProvider, vault: Vault): DeviceVault {
  return {
    sealDetails: (bankId, pairingId, details) =>
      vault.seal(deviceDetailsContext(bankId, pairingId), Buffer.from(JSON.stringify(details))),
    openDetails(bankId, pairingId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(deviceDetailsContext(bankId, pairingId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by us, and opens only if unchanged
      return opened as DeviceDetails;
    },
    sealPush: (bankId, pairingId, handle) =>
      vault.seal(devicePushContext(bankId, pairingId), Buffer.from(handle)),
    openPush: (bankId, pairingId, sealed) =>
      vault.unseal(devicePushContext(bankId, pairingId), sealed).toString(),
    codeHashes(bankId, code) {
      const [first, ...others] = keys.derive(bankId, 'activation codes');
      return [mac(first, code), ...others.map((key) => mac(key, code))];
    },
    offlineKeys: (bankId) => keys.derive(bankId, 'offline sign-ins'),
    addressKey: (bankId, address) => mac(keys.derive(bankId, 'addresses of devices')[0], address),
  };
}

import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { deviceApprovalText } from '#capabilities/authorization/index.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import type { AttestationKind } from '../domain/devices/device.ts';
import type { ClientVault } from '../store/client-vault.ts';

/** The app of the bank on a paired device, with its own key. */
export interface PairedDevice {
  readonly userId: string;
  readonly deviceId: string;
  readonly privateKey: KeyObject;
  /** Signs a request as it is shown; throws if the order has another digest. */
  sign(shown: ShownRequest, number?: string): string;
}

/** What of a request the app shows. */
export interface ShownRequest {
  readonly approvalId: string;
  readonly order: string;
  readonly digest: string;
}

/** Inserts an active device of a user, as pairing and confirmation leave it. */
export async function insertPairedDevice(
  { database, vault }: { readonly database: Pick<TestDatabase, 'query'>; readonly vault: ClientVault },
  {
    attestedBy = 'software',
    bankId = '01',
    name = 'Pixel 8',
    pushHandle,
    userId,
  }: {
    readonly userId: string;
    readonly attestedBy?: AttestationKind;
    readonly bankId?: string;
    readonly name?: string;
    readonly pushHandle?: string;
  },
): Promise<PairedDevice> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [deviceId, pairingId] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into client.device (bank_id, pairing_id, device_id, user_id, status, platform, public_key, attested_by,
       sealed_details, push_platform, sealed_push, blocks, confirm_until, confirmed_at, row_version, created_at, modified_at)
     values ($1, $2, $3, $4, 'active', 'other', $5, $9, $6, $7, $8, '{}', now(), now(), 1, now(), now())`,
    [
      bankId,
      pairingId,
      deviceId,
      userId,
      publicKey.export({ type: 'spki', format: 'der' }),
      vault.devices.sealDetails(bankId, pairingId, { nickname: name }),
      pushHandle === undefined ? null : 'web-push',
      pushHandle === undefined ? null : vault.devices.sealPush(bankId, pairingId, pushHandle),
      attestedBy,
    ],
  );
  return { userId, deviceId, privateKey, sign: (shown, number) => signRequest(privateKey, shown, number) };
}

/** Signs what a device shows, and nothing else. */
export function signRequest(
  privateKey: KeyObject,
  { approvalId, digest, order }: ShownRequest,
  number = '',
): string {
  if (digest !== `sha-256:${hash('sha256', order, 'hex')}`)
    throw new Error('the order does not have this digest');
  const text = deviceApprovalText({ requestId: approvalId, number, digest });
  return sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
}

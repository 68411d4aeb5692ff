import type { KeyObject } from 'node:crypto';
import { canonicalSerialNumber } from '#platform/auth/certificate-chain.ts';
import type { SealCertificate } from '#platform/auth/seal-certificates.ts';
import { isSameName } from './distinguished-name.ts';
import { signatureInvalid } from './signature-problems.ts';

const keyIdForm = /^SN=([0-9A-Fa-f]{1,64}), ?CA=(.{1,1024})$/;

/** A keyId that named its certificate. */
interface CheckedKeyId {
  readonly keyId: string;
  readonly issuer: string;
  readonly serialNumber: string;
}

/** The last one by key: a client sends the same with every message, and comparing names costs a third of a signature. */
const checkedKeyIds = new WeakMap<KeyObject, CheckedKeyId>();

/** Requires that keyId names the certificate by its serial number and issuer. */
export function checkKeyId(keyId: string, { issuer, publicKey, serialNumber }: SealCertificate): void {
  const checked = checkedKeyIds.get(publicKey);
  const isChecked =
    checked?.keyId === keyId && checked.issuer === issuer && checked.serialNumber === serialNumber;
  if (isChecked) return;
  compareKeyId(keyId, { issuer, serialNumber });
  checkedKeyIds.set(publicKey, { keyId, issuer, serialNumber });
}

function compareKeyId(keyId: string, { issuer, serialNumber }: Omit<CheckedKeyId, 'keyId'>): void {
  const [, serial = '', authority = ''] = keyIdForm.exec(keyId) ?? [];
  const expected = `SN=${serialNumber},CA=${issuer.replaceAll(' ', '%20')}`;
  if (serial === '')
    throw mismatch('key id malformed', 'keyId must be SN=<hexadecimal>,CA=<issuer>', expected);
  if (canonicalSerialNumber(serial) !== serialNumber)
    throw mismatch('key id names another serial number', 'keyId names another serial number', expected);
  if (!isSameName(authority, issuer))
    throw mismatch('key id names another issuer', 'keyId names another issuer', expected);
}

function mismatch(reason: string, what: string, expected: string): Error {
  return signatureInvalid({
    header: 'Signature',
    reason,
    message: `${what}. TPP-Signature-Certificate has: ${expected}`,
  });
}

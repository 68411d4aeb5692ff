import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';

/** Eighty bits cannot be guessed, and the local part stays within its 64 characters. */
const macBytes = 10;
const localPartMaxLength = 64;
// Servers may change the case of a local part, so it is case-insensitive.
const returnLocalPart = /^b\+([a-z0-9-]{1,41})\.([0-9a-f]{20})$/;

/** Returns the return address of one message. Only Portico can create one. */
export function returnAddress(communicationId: string, domain: string, secret: Secret<string>): string {
  const localPart = `b+${communicationId}.${macOf(communicationId, secret).toString('hex')}`;
  assert(
    localPart.length <= localPartMaxLength && returnLocalPart.test(localPart),
    'id must be usable in a local part',
  );
  return `${localPart}@${domain}`;
}

/** Returns the message of an address, if Portico created that address. */
export function returnedCommunication(
  address: string,
  domain: string,
  secret: Secret<string>,
): string | undefined {
  const text = address.toLowerCase();
  const at = text.lastIndexOf('@');
  if (text.slice(at + 1) !== domain.toLowerCase()) return undefined;
  const [, communicationId = '', mac = ''] = returnLocalPart.exec(text.slice(0, Math.max(at, 0))) ?? [];
  if (communicationId === '') return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'hex'), macOf(communicationId, secret));
  return isOurs ? communicationId : undefined;
}

function macOf(communicationId: string, secret: Secret<string>): Buffer {
  const mac = createHmac('sha256', secret.reveal()).update(`return address ${communicationId}`).digest();
  return mac.subarray(0, macBytes);
}

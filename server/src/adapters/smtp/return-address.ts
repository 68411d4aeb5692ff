import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';

/** Eighty bits: a guess is hopeless, and the local part stays within its 64 characters. */
const macBytes = 10;
const localPartMaxLength = 64;
// Servers on the way may change the case of a local part, so none matters.
const returnLocalPart = /^b\+([a-z0-9-]{1,41})\.([0-9a-f]{20})$/;

/** Where reports about one message come back to. Nobody but us can make one. */
export function returnAddress(communicationId: string, domain: string, secret: Secret<string>): string {
  const localPart = `b+${communicationId}.${macOf(communicationId, secret).toString('hex')}`;
  assert(
    localPart.length <= localPartMaxLength && returnLocalPart.test(localPart),
    'an id fits a local part',
  );
  return `${localPart}@${domain}`;
}

/** The message an address stands for, when we made that address. */
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

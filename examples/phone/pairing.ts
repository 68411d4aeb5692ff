import { createHash, createHmac } from 'node:crypto';
import { type BankConnection, contentOf, textAt, valueAt } from './bank-connection.ts';
import { nowSeconds, type SigningKey } from './keys.ts';
import type { MemoryFile, TotpSettings } from './memory.ts';
import type { OAuthClient } from './oauth-client.ts';
import { decryptJwe } from './sealed-message.ts';
import type { Session } from './session.ts';

/** What pairing needs. `subscription`: where the phone receives push messages, if it does. */
export interface PairingParts {
  readonly send: BankConnection;
  readonly session: Session;
  readonly backEnd: OAuthClient;
  readonly memory: MemoryFile;
  readonly key: () => SigningKey;
  readonly bankId: string;
  readonly name: string;
  readonly subscription: string | undefined;
}

/**
 * Pairs this phone with the signed-in customer: an activation code, the key of the phone with proofs, the seed of its codes,
 * and the first code, by which the bank knows that the seed has arrived.
 */
export async function pairPhone(parts: PairingParts): Promise<void> {
  const { backEnd, bankId, memory, send, session } = parts;
  const issued = await session.call({ method: 'GET', path: '/api/v1/device/generate-activation-code' });
  const response = await send({
    method: 'POST',
    path: '/api/v1/device/pair-device',
    // Without a token: the activation code names the customer.
    headers: { 'content-type': 'application/json', 'x-bank-id': bankId },
    body: JSON.stringify(deviceBody(parts, textAt(issued, 'activationCode'))),
  });
  const totp = totpIn(decryptJwe(textAt(contentOf(response), 'oath'), parts.key()));
  await memory.change({ totp });
  await confirm(backEnd, memory.now.userId ?? '', totpCode(totp, nowSeconds()));
  // The next token names the device. Requests with the former one would be refused, as those of an unpaired phone are.
  await session.refresh();
  await memory.change({ isPaired: true });
}

function deviceBody(
  { key, memory, name, subscription }: PairingParts,
  activationCode: string,
): Readonly<Record<string, unknown>> {
  const { jws, publicJwk, sign, thumbprint } = key();
  const { deviceId } = memory.now;
  const iat = nowSeconds();
  // A real phone has its platform vouch for the key. Only a bank for tests accepts the key's own word.
  const challenge = createHash('sha256').update(JSON.stringify([activationCode, deviceId, iat, thumbprint]));
  return {
    activationCode,
    deviceId,
    publicKey: publicJwk,
    proof: jws({}, { activationCode, deviceId, iat }),
    attestation: { format: 'software', signature: sign(challenge.digest()) },
    platform: 'other',
    nickname: name,
    model: 'Software',
    ...(subscription && { pushPlatform: 'web-push', pushHandle: subscription }),
  };
}

/** The back end of the app has a client of its own, and presents the code to the bank. */
async function confirm(backEnd: OAuthClient, userId: string, otp: string): Promise<void> {
  const { token } = await backEnd.addresses();
  const granted = await backEnd.post(token, {
    grant_type: 'client_credentials',
    scope: 'authorization.oath',
  });
  await backEnd.call(textAt(granted, 'access_token'), {
    method: 'POST',
    path: '/v1/authorization/otp/oath/verify',
    body: { 'user-id': userId, otp },
  });
}

function totpIn(content: Buffer): TotpSettings {
  const { totp }: { readonly totp?: unknown } = JSON.parse(content.toString());
  return {
    seed: textAt(totp, 'seed'),
    digits: Number(valueAt(totp, 'digits')),
    period: Number(valueAt(totp, 'period')),
  };
}

/** Computes a time-based code (RFC 6238) with SHA-256. */
export function totpCode({ digits, period, seed }: TotpSettings, atSeconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atSeconds / period)));
  const hash = createHmac('sha256', Buffer.from(seed, 'base64url')).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) % 16;
  const number = hash.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, '0');
}

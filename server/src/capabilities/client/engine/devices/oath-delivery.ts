import type { KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import type { PreparedToken } from '#capabilities/authorization/index.ts';

/** Encrypts the seeds of a device for its key, with the parameters of their codes. */
export async function deliverOath(tokens: readonly PreparedToken[], key: KeyObject): Promise<string> {
  const [totp, ocra] = (['totp', 'ocra'] as const).map((kind) => tokens.find((token) => token.kind === kind));
  const content = {
    ...(totp && {
      totp: {
        seed: seedText(totp),
        algorithm: 'SHA256',
        digits: totp.digits,
        period: totp.stepSeconds,
        t0: 0,
      },
    }),
    ...(ocra && { ocra: { seed: seedText(ocra), suite: ocra.suite } }),
  };
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', cty: 'application/json' })
    .encrypt(key);
}

function seedText({ seed }: PreparedToken): string {
  return Buffer.from(seed.reveal()).toString('base64url');
}

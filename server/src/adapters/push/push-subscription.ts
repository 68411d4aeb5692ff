import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';

const subscription = Type.Object({
  endpoint: Type.String({ maxLength: 2_048 }),
  keys: Type.Object({ p256dh: Type.String({ maxLength: 100 }), auth: Type.String({ maxLength: 50 }) }),
});

/** Push endpoint and public keys of a browser (RFC 8291). */
export interface PushSubscription {
  readonly endpoint: URL;
  /** An uncompressed point of P-256. */
  readonly publicKey: Buffer;
  readonly authSecret: Buffer;
}

const pointBytes = 65;
const authSecretBytes = 16;

/** Parses a subscription in the format of browsers; undefined if invalid. */
export function pushSubscription(text: string): PushSubscription | undefined {
  const given = jsonIn(text);
  if (!Check(subscription, given)) return undefined;
  const endpoint = URL.parse(given.endpoint);
  const { authSecret, publicKey } = keysOf(given.keys);
  if (endpoint?.protocol !== 'https:' || endpoint.username !== '' || endpoint.password !== '')
    return undefined;
  if (publicKey.length !== pointBytes || publicKey[0] !== 4) return undefined;
  return authSecret.length === authSecretBytes ? { endpoint, publicKey, authSecret } : undefined;
}

function keysOf({ auth, p256dh }: Static<typeof subscription>['keys']): Omit<PushSubscription, 'endpoint'> {
  return { publicKey: Buffer.from(p256dh, 'base64url'), authSecret: Buffer.from(auth, 'base64url') };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
    // Any error means an invalid subscription.
  } catch {
    return undefined;
  }
}

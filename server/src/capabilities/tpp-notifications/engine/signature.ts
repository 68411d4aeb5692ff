import { createHmac } from 'node:crypto';

/** A message that is signed. */
interface SignedContent {
  readonly id: string;
  readonly atSeconds: number;
  readonly body: string;
}

/** Returns the headers of Standard Webhooks: one signature for each secret, so that receivers can change theirs in time. */
export function signatureHeaders(
  { atSeconds, body, id }: SignedContent,
  secrets: readonly Buffer[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const signed = `${id}.${atSeconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
      .join(' '),
  };
}

/** Returns a secret in the form that libraries of Standard Webhooks take. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

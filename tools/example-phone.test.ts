import { createECDH, createPublicKey, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Approval, digestOf } from '../examples/phone/approvals.ts';
import type { Inbox } from '../examples/phone/inbox.ts';
import { newJwk, readKey } from '../examples/phone/keys.ts';
import { orderText } from '../examples/phone/order-text.ts';
import { homePage } from '../examples/phone/pages.ts';
import { totpCode } from '../examples/phone/pairing.ts';
import { subscriptionAt } from '../examples/phone/push-receiver.ts';
import { decryptJwe, decryptPush } from '../examples/phone/sealed-message.ts';
import { encryptPush } from '../server/src/adapters/push/push-encryption.ts';
import { pushSubscription } from '../server/src/adapters/push/push-subscription.ts';

describe('the example phone', () => {
  it('decrypts what the bank encrypts for its key, and nothing that was changed', async () => {
    const key = readKey(newJwk());
    const publicKey = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
    const jwe = await new CompactEncrypt(Buffer.from('seed'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(publicKey);
    expect(decryptJwe(jwe, key).toString()).toBe('seed');
    expect(() => decryptJwe(jwe, readKey(newJwk()))).toThrow(/authenticate/);
  });

  it('decrypts push messages to its subscription', () => {
    const keys = { pushKey: newJwk(), pushSecret: randomBytes(16).toString('base64url') };
    const subscription = pushSubscription(subscriptionAt(8443, keys));
    expect(subscription?.endpoint.href).toBe('https://localhost:8443/push');
    const message = subscription && encryptPush(Buffer.from('{"body":"Hello"}'), subscription);
    expect(decryptPush(message ?? Buffer.alloc(0), keys)).toBe('{"body":"Hello"}');
    const other = createECDH('prime256v1').generateKeys();
    const foreign = subscription && encryptPush(Buffer.from('{}'), { ...subscription, publicKey: other });
    expect(() => decryptPush(foreign ?? Buffer.alloc(0), keys)).toThrow(/authenticate/);
  });

  it('signs as JWS says', async () => {
    const key = readKey(newJwk());
    const publicKey = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
    const { payload, protectedHeader } = await compactVerify(key.jws({ kid: 'a' }, { iat: 1 }), publicKey);
    expect([protectedHeader, Buffer.from(payload).toString()]).toEqual([
      { alg: 'ES256', kid: 'a' },
      '{"iat":1}',
    ]);
  });

  it('computes the codes of RFC 6238', () => {
    const seed = Buffer.from('12345678901234567890123456789012').toString('base64url');
    const settings = { seed, digits: 8, period: 30 };
    expect([59, 1_111_111_109, 20_000_000_000].map((seconds) => totpCode(settings, seconds))).toEqual([
      '46119246',
      '68084774',
      '77737706',
    ]);
  });
});

describe('the example phone shows', () => {
  const payment = JSON.stringify({
    kind: 'payment',
    instructedAmount: { currency: 'EUR', amount: '1234567.50' },
    creditorName: 'Acme <b>GmbH</b>',
    creditorAccount: { iban: 'DE76900900010000002001' },
    debtorAccount: { iban: 'DE40100100103307118608' },
  });
  const approval: Approval = {
    approvalId: '1',
    kind: 'order',
    requestedBy: 'Acme Payments',
    text: 'EUR 12.50 DE76',
    order: payment,
    digest: digestOf(payment),
    needsNumber: true,
    expiresAt: '2026-03-01T10:00:00Z',
  };
  const inbox = (waiting: readonly Approval[]): Inbox => ({
    waiting,
    push: undefined,
    isOffline: false,
    version: 0,
    look: async () => undefined,
    receive: () => undefined,
    follow: () => undefined,
  });

  it('amount, payee, account and who asks, and no markup of others', () => {
    const { html } = homePage(inbox([approval]));
    for (const part of [
      '€1,234,567.50',
      'Acme &lt;b&gt;GmbH',
      'DE76 9009 0001 0000 0020 01',
      'Acme Payments',
    ])
      expect(html).toContain(part);
    expect(html).toContain('<button>Approve</button>');
  });

  it('no button to approve an order whose hash is another one', () => {
    const { html } = homePage(inbox([{ ...approval, digest: digestOf('{}') }]));
    expect(html).not.toContain('<button>Approve</button>');
    expect(html).toContain('This is not me');
  });

  it.each([
    [
      '{"kind":"payment-cancellation","payment":{"instructedAmount":{"currency":"JPY","amount":"5000"}}}',
      'JPY 5,000',
    ],
    ['{"kind":"bulk-payment","payments":[]}', ''],
    ['{"kind":"something new"}', ''],
  ])('%s', (order, amount) => {
    expect(orderText(order, 'EUR 3 2 abc')).toMatchObject({ amount });
  });

  it('what a consent and a sign-in allow', () => {
    const consent = { kind: 'consent', access: { balances: [{ iban: 'DE7690' }] }, validUntil: '2026-06-01' };
    expect(orderText(JSON.stringify(consent), '').rows).toContainEqual(['Shows balances of', 'DE76 90']);
    const signIn = { kind: 'sign-in', bindingMessage: 'Order 4711', scope: 'mailbox' };
    expect(orderText(JSON.stringify(signIn), '').rows).toContainEqual(['Message', 'Order 4711']);
  });
});

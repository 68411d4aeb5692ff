import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../testing/signing-rule-steps.suite.ts';
import type { PayloadContent } from './payload.ts';
import { expectedSignatureData, payloadHash } from './signature-data.ts';

const order = (creditor: string, currency: 'EUR' | 'USD' = 'EUR') =>
  ({
    debtorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
    creditorAccount: { scheme: 'bban', id: creditor },
    instructedAmount: { minor: 100n, currency },
  }) as const;
const shown = (...orders: PayloadContent['orders']) =>
  expectedSignatureData({ resourceKind: 'bulk-payment', orders, accounts: [] }, 'payload', sha256Hex);

describe('what a device shows of several transfers', () => {
  test.each(['a b c', 'a c b', 'b a c', 'b c a', 'c a b', 'c b a'])(
    'is the digest of the accounts in order, in whichever order they come: %s',
    (accounts) => {
      const digits = sha256Hex('a BBAN\nb BBAN\nc BBAN').slice(0, 16);
      expect(shown(...accounts.split(' ').map((id) => order(id)))).toBe(`EUR 3.00 3 ${digits} MAX EUR 1.00`);
    },
  );

  test('is that of the payload where only some are in another currency', () => {
    const hash = payloadHash('payload', sha256Hex);
    expect(shown(order('a'), order('b'), order('c', 'USD'))).toBe(hash);
    expect(shown(order('a', 'USD'), order('b'), order('c'))).toBe(hash);
  });
});

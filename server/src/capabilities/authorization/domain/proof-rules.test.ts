import { describe, expect, test } from 'vitest';
import { actionsFor, missingProof, needsLinkedProof } from './proof-rules.ts';
import { resourceKinds } from './signing/rule.ts';

const money = [
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  'payment-cancellation',
  'signing-rule',
];
const consents = ['consent', 'funds-confirmation-consent'];

function expectedActions(kind: string): readonly string[] {
  if (money.includes(kind)) return ['payment'];
  return consents.includes(kind) ? ['consent'] : ['other', 'consent'];
}

describe('a code proves a signature', () => {
  test.each(resourceKinds)('of %s only if it was sent for the right action', (kind) => {
    expect(actionsFor([kind])).toEqual(expectedActions(kind));
  });

  test('of several kinds by the action of the strictest one', () => {
    expect(actionsFor(['document', 'consent', 'payment'])).toEqual(['payment']);
    expect(actionsFor(['document', 'funds-confirmation-consent'])).toEqual(['consent']);
    expect(actionsFor(['document', 'party-correction'])).toEqual(['other', 'consent']);
  });
});

describe('a proof must show what is signed', () => {
  test.each(resourceKinds)('of %s if it moves money', (kind) => {
    expect(needsLinkedProof([kind])).toBe(money.includes(kind) && kind !== 'payment-cancellation');
  });

  test('if any of several kinds moves money', () => {
    expect(needsLinkedProof(['consent', 'payment'])).toBe(true);
    expect(needsLinkedProof(['consent', 'document'])).toBe(false);
  });
});

test.each([
  ['payment' as const, /shows what is signed: an SMS code for the action payment with the signature data/],
  [
    'payment-cancellation' as const,
    /^Missing a factor proof: an SMS code for the action payment, a challenge/,
  ],
  ['consent' as const, /^Missing a factor proof: an SMS code for the action consent/],
  ['document' as const, /^Missing a factor proof: an SMS code without an action/],
])('the missing proof for %s is described in printable text without quotes', (kind, expected) => {
  expect(missingProof([kind])).toMatch(expected);
  // RFC 6750: allowed characters of error_description.
  expect(missingProof([kind])).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import { document09 } from '../testing/pain001-documents.suite.ts';
import { paymentOf09, paymentOfBoth } from '../testing/payments-to-write.suite.ts';
import { writePain001 } from '../testing/write-pain001.suite.ts';
import type { XmlStyle } from '../testing/xml-node.suite.ts';
import { read } from './pain001-reader.ts';

const options = { maxTransfers: 10, acceptedVersions: ['03', '09'] } as const;

const schemaLocation = {
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': 'urn:x x.xsd',
};
const style: fc.Arbitrary<XmlStyle> = fc.record(
  {
    prefix: fc.constantFrom('p', 'ns2', 'Document'),
    space: fc.constantFrom('', '\n', '\r\n\t', '  '),
    quote: fc.constantFrom('"', "'"),
    rootAttributes: fc.constant(schemaLocation),
    areRootAttributesFirst: fc.boolean(),
  },
  { requiredKeys: [] },
);

const levels = fc.subarray(['serviceLevel', 'chargeBearer', 'ultimateDebtor']);

/** What reading gives of a payment that was written. */
function reread(
  payment: SinglePayment,
  version: Pain001Version,
  form: { readonly style: XmlStyle; readonly blockMembers: readonly string[] },
): unknown {
  const document = writePain001(
    {
      messageId: 'M',
      createdAt: '2026-11-15T10:00:00',
      controlSum: payment.instructedAmount.amount,
      blocks: [
        {
          paymentInformationId: 'P',
          batchBooking: false,
          transfers: [payment],
          blockMembers: form.blockMembers,
        },
      ],
    },
    version,
    form.style,
  );
  const { faults, message } = read(Buffer.from(document), options);
  return { faults, transfers: message?.blocks[0]?.transfers };
}

describe('a payment', { timeout: 60_000 }, () => {
  const runs = { seed: seedOfRun(), numRuns: 300 };

  it.each(['03', '09'] as const)('is the same after version %s in any form', (version) => {
    fc.assert(
      fc.property(paymentOfBoth, style, levels, (payment, chosen, blockMembers) => {
        const found = reread(payment, version, { style: chosen, blockMembers });
        expect(found).toEqual({ faults: [], transfers: [payment] });
      }),
      runs,
    );
  });

  it('with what only version 09 has is the same after it', () => {
    fc.assert(
      fc.property(paymentOf09, style, levels, (payment, chosen, blockMembers) => {
        const found = reread(payment, '09', { style: chosen, blockMembers });
        expect(found).toEqual({ faults: [], transfers: [payment] });
      }),
      runs,
    );
  });
});

describe('a document with random changes', () => {
  const pieces = [
    '<',
    '>',
    '"',
    '</Id>',
    '<Id>',
    '<Nm>',
    '&#0;',
    '<!-- -->',
    '\0',
    '9',
    '/',
    ' xmlns="urn:x"',
    '🎁',
  ];
  const splice = fc.record({ at: fc.nat(), cut: fc.nat({ max: 40 }), put: fc.constantFrom('', ...pieces) });

  it('has a message or faults, and nothing is thrown', { timeout: 60_000 }, () => {
    const seen = { read: 0, faulty: 0 };
    fc.assert(
      fc.property(fc.array(splice, { minLength: 1, maxLength: 3 }), (cuts) => {
        const mutant = cuts.reduce((text, { at, cut, put }) => {
          const from = at % text.length;
          return text.slice(0, from) + put + text.slice(from + cut);
        }, document09);
        const { faults, message } = read(Buffer.from(mutant), options);
        expect(message !== undefined || faults.length > 0).toBe(true);
        seen[faults.length === 0 ? 'read' : 'faulty'] += 1;
      }),
      { seed: seedOfRun(), numRuns: 2_000 },
    );
    expect(Math.min(seen.read, seen.faulty)).toBeGreaterThan(0);
  });
});

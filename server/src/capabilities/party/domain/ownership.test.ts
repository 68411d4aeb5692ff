import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewOwner } from './changes.ts';
import { ownedBy } from './ownership.ts';
import { beneficialOwnerShare } from './policy.ts';

function ownerWith(share: number, changed: Partial<NewOwner> = {}): NewOwner {
  return { partyNumber: '1000000048', share, isBeneficialOwner: false, ...changed };
}

describe('a list of owners', () => {
  test.each<[string, readonly NewOwner[], string]>([
    ['one owner of all', [ownerWith(100)], 'done'],
    ['four quarters', [25, 25, 25, 25].map((share) => ownerWith(share)), 'done'],
    ['a quarter known', [ownerWith(25)], 'done'],
    ['less than a quarter each', [ownerWith(24.9999), ownerWith(24.9999)], 'beneficial-owner-missing'],
    ['less than a quarter, declared', [ownerWith(0, { isBeneficialOwner: true })], 'done'],
    ['no owners', [], 'beneficial-owner-missing'],
    ['slightly too much', [ownerWith(60), ownerWith(40.0001)], 'ownership-exceeds-total'],
    [
      'too much, though no owner has a quarter',
      Array.from({ length: 5 }, () => ownerWith(24)),
      'ownership-exceeds-total',
    ],
    ['thirds', [33.3333, 33.3333, 33.3334].map((share) => ownerWith(share)), 'done'],
    [
      'tenths, which binary floats do not add up',
      Array.from({ length: 10 }, () => ownerWith(10)),
      'beneficial-owner-missing',
    ],
  ])('with %s: %#', (_what, owners, outcome) => {
    const owned = ownedBy({ owners });
    expect(owned.kind === 'refused' ? owned.refusal : owned.kind).toBe(outcome);
  });

  test('is added up exactly, however the whole is divided', () => {
    const whole = 1_000_000;
    const cuts = fc.array(fc.nat(whole), { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(cuts, (places) => {
        const edges = [0, ...places.toSorted((left, right) => left - right), whole];
        const parts = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
        const owners = parts.map((part) => ownerWith(part / 10_000, { isBeneficialOwner: true }));
        expect(ownedBy({ owners }).kind).toBe('done');
        expect(ownedBy({ owners: [...owners, ownerWith(0.0001)] }).kind).toBe('refused');
      }),
      { numRuns: 1_000 },
    );
  });

  test('has an owner with 25 percent or a declared one, or is rejected', () => {
    const owner = fc.record({ share: fc.integer({ min: 0, max: 30 }), isBeneficialOwner: fc.boolean() });
    fc.assert(
      fc.property(fc.array(owner, { maxLength: 3 }), (owners) => {
        const isFine = owners.some(({ isBeneficialOwner, share }) => isBeneficialOwner || share >= 25);
        expect(ownedBy({ owners }).kind).toBe(isFine ? 'done' : 'refused');
      }),
    );
    expect(beneficialOwnerShare).toBe(25);
  });

  test('is stored without numbers, which are stored separately in the same order', () => {
    const owners: readonly NewOwner[] = [
      { partyNumber: '1000000048', share: 60, isBeneficialOwner: false, controlKind: 'shares' },
      { name: 'Ben', idKind: 'passport-number', idNumber: 'X1', share: 40, isBeneficialOwner: true },
    ];
    expect(ownedBy({ kind: 'private', owners, contentUrl: 'https://bank.example/content/1' })).toStrictEqual({
      kind: 'done',
      ownerNumbers: [null, 'X1'],
      ownership: {
        kind: 'private',
        contentUrl: 'https://bank.example/content/1',
        owners: [
          { partyNumber: '1000000048', share: 60, isBeneficialOwner: false, controlKind: 'shares' },
          { name: 'Ben', idKind: 'passport-number', share: 40, isBeneficialOwner: true },
        ],
      },
    });
  });
});

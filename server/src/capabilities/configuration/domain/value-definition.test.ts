import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type BankValue, type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { proposedDefinition, type ValueRequest } from './value-definition.ts';

const until = Temporal.Instant.from('2026-12-31T23:59:59Z');
const schema: ClassificationSchema = {
  id: 'forms',
  name: 'Forms',
  description: 'Legal forms.',
  values: valuesOf(['company', 'club'], {
    descriptions: { company: 'A company.', club: 'A club.' },
    parents: { company: 'business', club: 'society' },
  }),
  bank: { mayAdd: true, fixed: ['company'] },
};
const request = (more: Partial<ValueRequest>): ValueRequest => ({
  literal: 'guild',
  code: undefined,
  texts: {},
  parentLiteral: undefined,
  validUntil: undefined,
  isStartingSet: false,
  ...more,
});
const guild: BankValue = {
  literal: 'guild',
  code: 'G',
  texts: { en: 'A guild.' },
  parentLiteral: 'society',
  validUntil: until,
};
const propose = (
  more: Partial<ValueRequest>,
  current?: BankValue,
  of: ClassificationSchema = schema,
): unknown => {
  const proposed = proposedDefinition(of, { current, recordedCode: current?.code }, request(more));
  return proposed.kind === 'refused' ? proposed.refusal : proposed.definition;
};

describe('a new value', () => {
  test('has a code, a text and a parent of the list', () => {
    expect(propose({ code: 'G', texts: { nl: 'Een gilde.' }, parentLiteral: 'society' })).toEqual({
      literal: 'guild',
      code: 'G',
      texts: { nl: 'Een gilde.' },
      parentLiteral: 'society',
      validUntil: undefined,
    });
    expect(propose({ code: 'G', texts: { en: 'x' }, parentLiteral: 'club' })).toMatchObject({ code: 'G' });
  });

  test.each<[string, Partial<ValueRequest>]>([
    ['classification-code-missing', { texts: { en: 'A guild.' } }],
    ['classification-code-taken', { code: '002', texts: { en: 'A guild.' } }],
    ['classification-text-missing', { code: 'G' }],
    ['classification-parent-unknown', { code: 'G', texts: { en: 'A guild.' }, parentLiteral: 'zoo' }],
    ['classification-value-unchanged', {}],
    ['classification-value-added', { isStartingSet: true }],
  ])('is refused: %s', (refusal, more) => {
    expect(propose(more)).toBe(refusal);
  });

  test('has no literal that requests may send as the code of another value', () => {
    const more = { literal: '002', code: 'G', texts: { en: 'A guild.' } };
    expect(propose(more, undefined, { ...schema, stored: 'code' })).toBe('classification-code-taken');
    expect(propose(more)).toMatchObject({ literal: '002' });
  });

  test('is refused where the list is closed, or each value is a rule', () => {
    const { bank: _, ...closed } = schema;
    const more = { code: 'G', texts: { en: 'A guild.' } };
    expect(propose(more, undefined, closed)).toBe('classification-closed');
    const ruled = { ...schema, bank: { mayAdd: false, fixed: 'all' } } as const;
    expect(propose(more, undefined, ruled)).toBe('classification-fixed-values');
    const reserving = { ...schema, bank: { mayAdd: true, fixed: 'all', reserved: ['guild'] } } as const;
    expect(propose({ ...more, literal: 'guild' }, undefined, reserving)).toBe(
      'classification-value-reserved',
    );
    expect(propose({ literal: 'club', texts: { en: 'Members.' } }, undefined, ruled)).toMatchObject({
      texts: { en: 'Members.' },
    });
  });
});

describe('a change', () => {
  test('keeps what it does not name', () => {
    expect(propose({ texts: { de: 'Eine Gilde.' } }, guild)).toEqual({
      ...guild,
      texts: { en: 'A guild.', de: 'Eine Gilde.' },
    });
    expect(propose({ validUntil: null }, guild)).toEqual({ ...guild, validUntil: undefined });
    expect(propose({ code: 'G', parentLiteral: 'business' }, guild)).toMatchObject({
      parentLiteral: 'business',
      validUntil: until,
    });
  });

  test('never gives a value another code', () => {
    expect(propose({ code: 'H' }, guild)).toBe('classification-code-fixed');
    expect(propose({ literal: 'club', code: 'H' })).toBe('classification-code-fixed');
  });

  test('puts a value below another one, never below itself', () => {
    expect(propose({ literal: 'club', parentLiteral: 'company' })).toMatchObject({
      parentLiteral: 'company',
    });
    expect(propose({ literal: 'club', parentLiteral: 'club' })).toBe('classification-parent-unknown');
  });

  test('ends values of the starting set and of the bank, but none that rules use', () => {
    expect(propose({ literal: 'club', validUntil: until })).toEqual({
      literal: 'club',
      code: '002',
      texts: {},
      parentLiteral: undefined,
      validUntil: until,
    });
    expect(propose({ literal: 'company', validUntil: until })).toBe('classification-value-fixed');
    expect(propose({ literal: 'company', validUntil: null })).toMatchObject({ validUntil: undefined });
  });

  test('returns to the starting set', () => {
    const changed = { ...guild, literal: 'club', code: '002' };
    expect(propose({ literal: 'club', isStartingSet: true }, changed)).toEqual({
      literal: 'club',
      code: '002',
      texts: undefined,
      parentLiteral: undefined,
      validUntil: undefined,
    });
    expect(propose({ isStartingSet: true }, guild)).toBe('classification-value-added');
  });
});

import { describe, expect, it } from 'vitest';
import { person, relationships } from '../testing/known-parties.suite.ts';
import { toWireRecord } from './record.ts';
import { listShape, onePartyShape, recordPaths, toListShape, toPartyShape } from './shape.ts';

describe('shaping', () => {
  const record = (shape: ReturnType<typeof toListShape>): object =>
    toWireRecord(person, { relationships, syncToken: 't', shape });

  it('returns lists without long members', () => {
    const names = Object.keys(record(listShape));
    const trimmed = [
      'contact-points',
      'relationships',
      'id-documents',
      'employment',
      'residential-profile',
      'tax-residencies',
      'ownership',
      'size',
    ];
    expect(names.filter((name) => trimmed.includes(name))).toEqual([]);
    const whole = Object.keys(record(onePartyShape));
    expect(new Set([...names, ...trimmed])).toEqual(new Set([...whole, 'ownership', 'size']));
  });

  it('never removes number, kind and token', () => {
    const bare = { 'party-number': '1000000048', kind: 'individual', 'sync-token': 't' };
    expect(record(toPartyShape({ trim: ['*'] }))).toEqual(bare);
    expect(record(toPartyShape({ trim: ['*', 'kind', 'party-number', 'sync-token'] }))).toEqual(bare);
  });

  it('adds and removes by paths', () => {
    const shape = toListShape({ trim: ['*'], include: ['contact-points.address.number', 'customer.status'] });
    expect(record(shape)).toEqual({
      'party-number': '1000000048',
      kind: 'individual',
      'sync-token': 't',
      customer: { status: 'active' },
      'contact-points': [
        { address: { number: '+31201234567' } },
        { address: {} },
        { address: {} },
        { address: {} },
      ],
    });
    expect(record(toListShape({ include: ['relationships'] }))).toHaveProperty('relationships');
    expect(record(toPartyShape({ trim: ['contact-points', 'customer.segment'] }))).not.toHaveProperty(
      'contact-points',
    );
  });

  it('knows the paths of all members, from the record itself', () => {
    expect(recordPaths).toEqual(
      expect.arrayContaining([
        'kind',
        'death.reported-on',
        'contact-points.address.coordinates.lat',
        'ownership.owners.share',
        'size.annual-turnover.amount',
      ]),
    );
    expect(new Set(recordPaths).size).toBe(recordPaths.length);
  });
});

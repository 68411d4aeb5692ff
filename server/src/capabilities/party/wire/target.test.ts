import { expect, it } from 'vitest';
import { etagOf, toTarget } from './target.ts';

const target = (tag?: string): unknown =>
  toTarget({ params: { 'party-number': '42' }, headers: tag === undefined ? {} : { 'if-match': tag } });

it('names the party, and no version when none was required', () => {
  expect(target()).toEqual({ partyNumber: '42' });
  expect(target('*')).toEqual({ partyNumber: '42' });
  expect(target(' * ')).toEqual({ partyNumber: '42' });
});

it.each([0n, 7n, 123_456_789_012n])('accepts the ETag it returned for version %s', (version) => {
  expect(target(etagOf(version))).toEqual({ partyNumber: '42', ifMatch: version });
});

it.each(['W/"7"', '7', '"7', '"seven"', '"7", "8"', '"-7"', '""', '"99999999999999999999"', ''])(
  'never matches by %j',
  (tag) => {
    expect(target(tag)).toEqual({ partyNumber: '42', ifMatch: -1n });
  },
);

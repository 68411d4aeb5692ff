import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationOf } from './destination.ts';

it('a mobile number lies in its range of 100,000 numbers and its country', () => {
  expect(destinationOf('+4915112345678')).toEqual({ prefix: '+49151123', country: '49' });
  expect(destinationOf('+49 (0)151 12399999')).toEqual({ prefix: '+49151123', country: '49' });
  expect(destinationOf('+33612345678')).toEqual({ prefix: '+336123', country: '33' });
});

it('countries that share a calling code are distinguished', () => {
  expect(destinationOf('+12125551234')).toEqual({ prefix: '+121255', country: '1212' });
  expect(destinationOf('+18095551234')).toEqual({ prefix: '+180955', country: '1809' });
  expect(destinationOf('+77012345678')).toMatchObject({ country: '77' });
  expect(destinationOf('+79123456789')).toMatchObject({ country: '79' });
});

describe('nothing is ever sent to', () => {
  it.each([
    ['premium rate', '+499001234567'],
    ['premium rate of France', '+33899123456'],
    ['premium rate of America', '+19005551234'],
    ['international premium rate', '+979123456789'],
    ['shared cost', '+491806123456'],
    ['freephone', '+18005551234'],
    ['a personal number', '+447012345678'],
    ['voicemail', '+41860791234567'],
    ['a pager', '+447640123456'],
    ['a number of a whole company', '+448001111'],
    ['a fixed line', '+390612345678'],
    ['Inmarsat', '+870773111632'],
    ['Iridium', '+881612345678'],
    ['networks above countries', '+88213300001'],
    ['further networks above countries', '+883510001234567'],
    ['numbers that follow a person', '+878101234567890'],
    ['a number too short for its plan', '+491511234567'],
    ['a country without plan', '+99912345678'],
    ['no number at all', '015112345678'],
  ])('%s (%s)', (_, number) => {
    expect(destinationOf(number)).toBe('refused');
  });
});

it('numbers of one range share it, whatever their last five digits are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (end) => {
      expect(destinationOf(`+49151123${String(end).padStart(5, '0')}`)).toEqual({
        prefix: '+49151123',
        country: '49',
      });
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Country, countries, isCountry } from '#platform/kernel/country.ts';
import { countriesWithoutPostCodes, postCodePatterns } from './post-codes.ts';
import { distanceKm, labelOf, type PostalAddress, postCodeError } from './postal-address.ts';

function country(code: string): Country {
  if (!isCountry(code)) throw new Error(`${code} is no country`);
  return code;
}

function addressIn(code: string, parts: Partial<PostalAddress> = {}): PostalAddress {
  return {
    streetName: 'Street',
    buildingNumber: '5',
    postCode: '12345',
    townName: 'Town',
    country: country(code),
    ...parts,
  };
}

describe('a post code', () => {
  test.each([
    ['DE', '10115'],
    ['AT', '1010'],
    ['CH', '8001'],
    ['FR', '75008'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'sw1a1aa'],
    ['GB', 'M1 1AE'],
    ['IE', 'D02 AF30'],
    ['IE', 'D6W XH97'],
    ['NL', '1012 AB'],
    ['NL', '1012AB'],
    ['PL', '00-950'],
    ['PT', '1000-001'],
    ['CZ', '110 00'],
    ['SE', '114 55'],
    ['GR', '10431'],
    ['LV', 'LV-1010'],
    ['LT', 'LT-01100'],
    ['LU', 'L-1111'],
    ['MT', 'VLT 1117'],
    ['RS', '11000'],
    ['UA', '01001'],
    ['TR', '06101'],
    ['IS', '101'],
    ['VA', '00120'],
    ['AD', 'AD500'],
    ['US', '20500'],
    ['US', '20500-0003'],
    ['CA', 'K1A 0B1'],
    ['AU', '2000'],
    ['NZ', '6011'],
    ['JP', '100-0001'],
    ['KR', '04524'],
    ['CN', '100000'],
    ['IN', '110 001'],
    ['BR', '01310-100'],
    ['MX', '06000'],
    ['ZA', '0001'],
    ['IL', '9100001'],
    ['SA', '11564-1234'],
  ])('of %s can be %s', (code, postCode) => {
    expect(postCodeError(code, postCode)).toBeUndefined();
  });

  test.each([
    ['DE', '1011'],
    ['DE', 'D-10115'],
    ['DE', '10115\n'],
    ['DE', ''],
    ['DE', ' 10115'],
    ['DE', '١٠١١٥'],
    ['AT', '10101'],
    ['GB', '12345'],
    ['GB', 'SW1A'],
    ['NL', '0123 AB'],
    ['CA', 'D1A 0B1'],
    ['US', '2050'],
    ['US', '20500-03'],
    ['PL', '00-95'],
    ['IS', '1010'],
    ['AE', '00000'],
    ['HK', '999077'],
  ])('of %s is not %j', (code, postCode) => {
    expect(postCodeError(code, postCode)).toBe('pattern');
  });

  test.each(['DE', 'GB', 'US', 'RS', 'IE', 'JP'])('is needed in %s', (code) => {
    expect(postCodeError(code, undefined)).toBe('required');
  });

  test.each(['AE', 'HK', 'QA', 'AO', 'UG'])('does not exist in %s, so none is needed', (code) => {
    expect(postCodeError(code, undefined)).toBeUndefined();
  });

  test('is optional and in any format where the country is unknown', () => {
    const known = (code: string): boolean =>
      postCodePatterns.has(code) || countriesWithoutPostCodes.has(code);
    for (const code of countries.filter((one) => !known(one))) {
      expect(postCodeError(code, undefined)).toBeUndefined();
      expect(postCodeError(code, 'anything')).toBeUndefined();
    }
  });

  test('is known for all of Europe', () => {
    const europe =
      'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT ' +
      'NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA';
    expect(europe.split(' ').filter((code) => !postCodePatterns.has(code))).toEqual([]);
  });

  test('is known of countries only, and of none without codes', () => {
    const listed = [...postCodePatterns.keys(), ...countriesWithoutPostCodes];
    expect(listed.filter((code) => !isCountry(code))).toEqual([]);
    expect([...countriesWithoutPostCodes].filter((code) => postCodePatterns.has(code))).toEqual([]);
    expect(postCodePatterns.size).toBeGreaterThan(150);
  });

  test('is never longer than sixteen characters and never empty where there is a pattern', () => {
    fc.assert(
      fc.property(fc.constantFrom(...postCodePatterns), fc.string({ maxLength: 40 }), ([, pattern], text) => {
        expect(pattern.test('')).toBe(false);
        expect(pattern.test(text) && text.length > 16).toBe(false);
      }),
    );
  });
});

describe('the label', () => {
  test.each([
    ['DE', 'Street 5\n12345 Town\nDE'],
    ['RS', 'Street 5\n12345 Town\nRS'],
    ['FR', '5 Street\n12345 Town\nFR'],
    ['LU', '5 Street\n12345 Town\nLU'],
    ['US', '5 Street\nTown 12345\nUS'],
    ['NZ', '5 Street\nTown 12345\nNZ'],
    ['GB', '5 Street\nTown\n12345\nGB'],
    ['IE', '5 Street\nTown\n12345\nIE'],
    ['JP', 'Street 5\nTown 12345\nJP'],
    ['BR', 'Street 5\nTown 12345\nBR'],
  ])('in %s is %j', (code, label) => {
    expect(labelOf(addressIn(code))).toBe(label);
  });

  test.each([
    ['US', '5 Street\nTown IL 12345\nUS'],
    ['CA', '5 Street\nTown IL 12345\nCA'],
    ['AU', '5 Street\nTown IL 12345\nAU'],
    ['IT', 'Street 5\n12345 Town\nIL\nIT'],
    ['GB', '5 Street\nTown\nIL\n12345\nGB'],
    ['IN', '5 Street\nTown 12345\nIL\nIN'],
  ])('with a subdivision in %s is %j', (code, label) => {
    expect(labelOf(addressIn(code, { countrySubdivision: 'IL' }))).toBe(label);
  });

  test('leaves no gap for absent parts', () => {
    const town: PostalAddress = { townName: 'Dubai', country: country('AE') };
    expect(labelOf(town)).toBe('Dubai\nAE');
    expect(labelOf({ ...town, streetName: 'Street' })).toBe('Street\nDubai\nAE');
  });

  test('that was sent is stored only where no street is known', () => {
    const town: PostalAddress = { townName: 'Dubai', country: country('AE'), label: 'Tower 3, Dubai' };
    expect(labelOf(town)).toBe('Tower 3, Dubai');
    expect(labelOf({ ...town, streetName: 'Street' })).toBe('Street\nDubai\nAE');
  });

  test('has the country in its last line, every part once, and at most 350 characters', () => {
    const part = (max: number) => fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: max });
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        part(400),
        part(35),
        part(16),
        (code, street, town, postCode) => {
          const label = labelOf({ streetName: street, townName: town, postCode, country: code });
          expect(Array.from(label).length).toBeLessThanOrEqual(350);
          if (street.length > 70) return;
          expect(label.split('\n').at(-1)).toBe(code);
          for (const one of [street, town, postCode]) expect(label).toContain(one);
        },
      ),
    );
  });
});

describe('the distance', () => {
  const berlin = { lat: 52.52, long: 13.405 };

  test.each([
    [berlin, berlin, 0],
    [{ lat: 0, long: 0 }, { lat: 0, long: 1 }, 111.195],
    [{ lat: 0, long: 179.5 }, { lat: 0, long: -179.5 }, 111.195],
    [{ lat: 0, long: 0 }, { lat: 90, long: 0 }, 10_007.557],
    [{ lat: 0, long: 0 }, { lat: 0, long: 180 }, 20_015.115],
    [{ lat: 90, long: 0 }, { lat: -90, long: 77 }, 20_015.115],
    [berlin, { lat: 48.8566, long: 2.3522 }, 877.46],
  ])('from %j to %j is %d km', (one, other, kilometres) => {
    expect(distanceKm(one, other)).toBeCloseTo(kilometres, 1);
  });

  const place = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    long: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('agrees with the angle between the two directions from the centre of the earth', () => {
    const vector = ({ lat, long }: { lat: number; long: number }): readonly [number, number, number] => {
      const [phi, lambda] = [(lat * Math.PI) / 180, (long * Math.PI) / 180];
      return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
    };
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [[a, b, c], [x, y, z]] = [vector(one), vector(other)];
        const cross = Math.hypot(b * z - c * y, c * x - a * z, a * y - b * x);
        const angle = Math.atan2(cross, a * x + b * y + c * z);
        expect(distanceKm(one, other)).toBeCloseTo(6371.0088 * angle, 3);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same in both directions, and never more than half the circumference', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(distanceKm(one, other)).toBeCloseTo(distanceKm(other, one), 6);
        expect(distanceKm(one, other)).toBeLessThanOrEqual(20_015.2);
      }),
    );
  });
});

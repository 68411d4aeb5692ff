import type { Country } from '#platform/kernel/country.ts';
import { countriesWithoutPostCodes, postCodePatterns } from './post-codes.ts';

/** A position in degrees, WGS 84. */
export interface Coordinates {
  readonly lat: number;
  readonly long: number;
}

/** A postal address after ISO 20022; it has a street or, if it was never structured, a label. */
export interface PostalAddress {
  readonly label?: string;
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly postCode?: string;
  readonly townName: string;
  readonly countrySubdivision?: string;
  readonly country: Country;
  readonly streetCode?: string;
  readonly townCode?: string;
  readonly addressCode?: string;
  readonly coordinates?: Coordinates;
}

const labelLengthMax = 350;
/** The mean radius of the WGS 84 ellipsoid. */
const earthRadiusKm = 6371.0088;

const numberFirst = countrySet(
  'AU BD BH BS BZ CA CI CY DZ EG FJ FR GB GF GG GI GP HK IE IL IM IN JE JM KE LK LU MA MC MQ MT MU MY NC NG NZ ' +
    'OM PF PG PH PK PM PR RE SA SG SN TH TN TT TW US VI YT ZA ZW',
);
/** Countries with the town, its region and the code in one line: Springfield IL 62701. */
const regionBetween = countrySet('AS AU CA GU MP PR US VI');
/** Countries with the code after the town in the same line: Wellington 6011. */
const codeAfterTown = countrySet(
  'BD BN BR CL CN EG ID IN IR JO JP KH KR KZ LB LV MV NG NP NZ PK SA SG TH TW UA VN',
);
/** Countries with the code below the town, in a line of its own. */
const codeBelowTown = countrySet('GB GG GI IE IM JE KE LK MT UZ ZA');

/** Returns what is wrong with a post code: missing where the country has codes, or not in the format of the country. */
// GAP: for a country without known format any code is accepted, and none too; where a country has no codes none is
// accepted, since it would be a box number or a mistake. ADR-0028
export function postCodeError(
  country: string,
  postCode: string | undefined,
): 'required' | 'pattern' | undefined {
  const pattern = postCodePatterns.get(country);
  if (postCode === undefined) return pattern === undefined ? undefined : 'required';
  if (countriesWithoutPostCodes.has(country)) return 'pattern';
  return pattern === undefined || pattern.test(postCode) ? undefined : 'pattern';
}

/** Returns the whole address as it is written in its country, line by line, the country last. */
// GAP: an address of which only the label is known keeps it, because nothing better can be built. ADR-0028
export function labelOf(address: PostalAddress): string {
  const { streetName, label } = address;
  const text = streetName === undefined && label !== undefined ? label : linesOf(address).join('\n');
  return Array.from(text).slice(0, labelLengthMax).join('');
}

/** Returns the great-circle distance of two positions in kilometres. */
export function distanceKm(one: Coordinates, other: Coordinates): number {
  const byLatitude = haversine(radians(other.lat - one.lat));
  const byLongitude = haversine(radians(other.long - one.long));
  const share = byLatitude + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * byLongitude;
  // Rounding may exceed 1 slightly for positions on opposite sides of the earth.
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(share)));
}

function linesOf(address: PostalAddress): readonly string[] {
  return [streetLine(address), ...townLines(address), address.country].filter((line) => line !== '');
}

function streetLine({ streetName, buildingNumber, country }: PostalAddress): string {
  return joined(numberFirst.has(country) ? [buildingNumber, streetName] : [streetName, buildingNumber]);
}

function townLines({ townName, postCode, countrySubdivision, country }: PostalAddress): readonly string[] {
  if (regionBetween.has(country)) return [joined([townName, countrySubdivision, postCode])];
  const region = countrySubdivision ?? '';
  if (codeBelowTown.has(country)) return [townName, region, postCode ?? ''];
  if (codeAfterTown.has(country)) return [joined([townName, postCode]), region];
  return [joined([postCode, townName]), region];
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function countrySet(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function haversine(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}

import { parseOptions } from '@node-rs/argon2';

/** Cost parameters of argon2id. Memory in KiB, as in the encoded text. */
export interface Argon2Parameters {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** A parsed stored hash. */
export interface StoredHash {
  readonly parameters: Argon2Parameters;
  /** The id of the pepper that was used. */
  readonly pepperId: string;
  /** The text for the library: without the pepper id. */
  readonly encoded: string;
}

/**
 * Upper limits for stored cost parameters. An attacker who can write to the table must not be able to exhaust the
 * memory.
 */
const costsMax: Argon2Parameters = { memoryKib: 1_048_576, iterations: 16, parallelism: 16 };
const storedLengthMax = 256;

const base64 = '[A-Za-z0-9+/]';
const shape = new RegExp(
  `^(?<head>\\$argon2id\\$v=19\\$m=\\d{1,7},t=\\d{1,2},p=\\d{1,2}),keyid=(?<pepperId>${base64}{11})` +
    `(?<tail>\\$${base64}{22}\\$${base64}{43})$`,
);

/** Writes the pepper id into an encoded hash, in the key id field of the format. */
export function withPepperId(encoded: string, pepperId: string): string {
  const [, algorithm = '', version = '', costs = '', ...rest] = encoded.split('$');
  return ['', algorithm, version, `${costs},keyid=${pepperId}`, ...rest].join('$');
}

/** Parses a stored hash. Returns undefined for anything this product does not write. */
export function readStoredHash(text: string): StoredHash | undefined {
  const parts = text.length > storedLengthMax ? undefined : shape.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { head = '', pepperId = '', tail = '' } = parts;
  const parameters = readParameters(`${head}${tail}`);
  return parameters && { parameters, pepperId, encoded: `${head}${tail}` };
}

function readParameters(encoded: string): Argon2Parameters | undefined {
  try {
    const { memoryCost, timeCost, parallelism } = parseOptions(encoded);
    const parameters = { memoryKib: memoryCost, iterations: timeCost, parallelism };
    return isWithin(parameters, costsMax) ? parameters : undefined;
  } catch {
    // Malformed: digits out of range, or trailing bits.
    return undefined;
  }
}

function isWithin(one: Argon2Parameters, most: Argon2Parameters): boolean {
  return (
    one.memoryKib <= most.memoryKib &&
    one.iterations <= most.iterations &&
    one.parallelism <= most.parallelism
  );
}

/** Returns whether both have the same cost parameters. */
export function areSameCosts(one: Argon2Parameters, other: Argon2Parameters): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

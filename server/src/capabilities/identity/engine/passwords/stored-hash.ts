import { parseOptions } from '@node-rs/argon2';

/** What argon2id costs. Memory in KiB, as the encoded text has it. */
export interface Argon2Parameters {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** A stored text, taken apart. */
export interface StoredHash {
  readonly parameters: Argon2Parameters;
  /** Which pepper went into it. */
  readonly pepperId: string;
  /** What the library reads: the same text without the pepper. */
  readonly encoded: string;
}

/** What a stored text may ask for. Whoever can write to the table shall not be able to fill the memory as well. */
const costsMax: Argon2Parameters = { memoryKib: 1_048_576, iterations: 16, parallelism: 16 };
const storedLengthMax = 256;

const base64 = '[A-Za-z0-9+/]';
const shape = new RegExp(
  `^(?<head>\\$argon2id\\$v=19\\$m=\\d{1,7},t=\\d{1,2},p=\\d{1,2}),keyid=(?<pepperId>${base64}{11})` +
    `(?<tail>\\$${base64}{22}\\$${base64}{43})$`,
);

/** Writes the pepper into an encoded hash, at the place the format has for the id of a key. */
export function withPepperId(encoded: string, pepperId: string): string {
  const [, algorithm = '', version = '', costs = '', ...rest] = encoded.split('$');
  return ['', algorithm, version, `${costs},keyid=${pepperId}`, ...rest].join('$');
}

/** Reads a stored text. What we would not have written is nothing. */
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
    // It only looked like a hash: digits out of range, bits left over.
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

/** Whether two cost the same. */
export function areSameCosts(one: Argon2Parameters, other: Argon2Parameters): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

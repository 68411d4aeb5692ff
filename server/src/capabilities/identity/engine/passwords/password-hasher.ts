import { createHash, createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '#capabilities/identity/domain/passwords/password-policy.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { type Argon2Parameters, areSameCosts, readStoredHash, withPepperId } from './stored-hash.ts';

export type { Argon2Parameters } from './stored-hash.ts';

/** Hashes and verifies secrets that people choose. Both are expensive on purpose, so both run in a bounded queue. */
export interface PasswordHasher {
  /** Returns the text to store: algorithm, cost parameters, pepper id, salt and hash. */
  hash(bankId: string, secret: string): Promise<string>;
  /** Without a stored hash it does the same work and returns false. */
  verify(
    bankId: string,
    stored: string | undefined,
    secret: string,
  ): Promise<{ isRight: boolean; needsRehash: boolean }>;
  readonly load: () => { running: number; waiting: number };
  /** Returns whether a new request would be refused. */
  isFull(): boolean;
}

/** Options of a hasher; optional ones default to the values of the specification. */
export interface PasswordHasherOptions {
  readonly keys: KeyProvider;
  readonly parameters?: Argon2Parameters;
  /** How many hashes run at once. */
  readonly concurrency?: number;
  /** How many more may be queued; beyond that it throws `service-unavailable`. */
  readonly waitingMax?: number;
}

/** SPEC §11, argon2-memory, -iterations, -parallelism. */
const defaultParameters: Argon2Parameters = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
const pepperPurpose = 'passwords';
const pepperIdBytes = 8;
const saltBytes = 16;
const digestBytes = 32;
/** The library uses the four libuv threads that file access and DNS lookups also need; one always stays free. */
const threadsMax = 3;
/** About a second, at 15 ms each. */
const waitingPerWorker = 64;

/** Create one per process: the limit holds per instance. */
export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const { keys, parameters = defaultParameters } = options;
  const { concurrency = Math.min(availableParallelism(), threadsMax) } = options;
  const { waitingMax = concurrency * waitingPerWorker } = options;
  const costs = {
    memoryCost: parameters.memoryKib,
    timeCost: parameters.iterations,
    parallelism: parameters.parallelism,
    outputLen: digestBytes,
  };
  // Refuses at once: a queued request waits as long as the queue is.
  const queue = createConcurrencyLimit({ runningMax: concurrency, waitingMax });
  const dummy = dummyHash(parameters);

  return {
    async hash(bankId, secret) {
      const [pepper] = keys.derive(bankId, pepperPurpose);
      const encoded = await queue.run(bankId, () => hash(peppered(pepper, secret), costs));
      return withPepperId(encoded, pepperIdOf(pepper));
    },
    async verify(bankId, stored, secret) {
      const peppers = keys.derive(bankId, pepperPurpose);
      const [newest] = peppers;
      const known = readStoredHash(stored ?? '');
      const pepper = peppers.find((one) => pepperIdOf(one) === known?.pepperId);
      // An unknown user, a malformed stored hash and an unknown pepper all look like a wrong password.
      const encoded = known === undefined || pepper === undefined ? dummy : known.encoded;
      const isMatch = await queue.run(bankId, () => verify(encoded, peppered(pepper ?? newest, secret)));
      const isRight = isMatch && encoded !== dummy;
      const isOfToday =
        known !== undefined && pepper === newest && areSameCosts(known.parameters, parameters);
      return { isRight, needsRehash: isRight && !isOfToday };
    },
    load: () => queue.load(),
    isFull: () => {
      const { running, waiting } = queue.load();
      return running >= concurrency && waiting >= waitingMax;
    },
  };
}

/**
 * Returns the input of argon2id: of fixed length, and useless to an attacker who has only the table. As text, because
 * the library hashes any bytes but verifies UTF-8 only.
 */
function peppered(pepper: Buffer, secret: string): string {
  return createHmac('sha256', secretKeyOf(pepper)).update(normalizePassword(secret), 'utf8').digest('base64');
}

/** Returns the id of the pepper used for new hashes. */
export function newestPepperId(keys: KeyProvider, bankId: string): string {
  return pepperIdOf(keys.derive(bankId, pepperPurpose)[0]);
}

/** Returns the id of a pepper; the id does not reveal the pepper. */
function pepperIdOf(pepper: Buffer): string {
  const digest = createHash('sha256').update('password-pepper ').update(pepper).digest();
  return unpadded(digest.subarray(0, pepperIdBytes));
}

/** Returns a hash with the current cost parameters that matches no secret: its hash value is random. */
function dummyHash({ memoryKib, iterations, parallelism }: Argon2Parameters): string {
  const costs = `m=${memoryKib},t=${iterations},p=${parallelism}`;
  return `$argon2id$v=19$${costs}$${unpadded(randomBytes(saltBytes))}$${unpadded(randomBytes(digestBytes))}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '#capabilities/identity/domain/passwords/password-policy.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { type Argon2Parameters, areSameCosts, readStoredHash, withPepperId } from './stored-hash.ts';
import { createTurns } from './turns.ts';

export type { Argon2Parameters } from './stored-hash.ts';

/** Hashes secrets that people choose, and checks them. Both are dear on purpose, so both take turns. */
export interface PasswordHasher {
  /** The text to store: algorithm, costs, which pepper, salt and digest. */
  hash(bankId: string, secret: string): Promise<string>;
  /** Without a stored hash the same work is done and the answer is no. */
  verify(
    bankId: string,
    stored: string | undefined,
    secret: string,
  ): Promise<{ isRight: boolean; needsRehash: boolean }>;
  readonly load: () => { running: number; waiting: number };
  /** Whether whoever comes now would be refused. */
  isFull(): boolean;
}

/** What a hasher needs; what may be left out has the values of the specification. */
export interface PasswordHasherOptions {
  readonly keys: KeyProvider;
  readonly parameters?: Argon2Parameters;
  /** How many are worked on at once. */
  readonly concurrency?: number;
  /** How many more may wait; beyond that it is `service-unavailable`. */
  readonly waitingMax?: number;
}

/** SPEC §11, argon2-memory, -iterations, -parallelism. */
const defaultParameters: Argon2Parameters = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
const pepperPurpose = 'passwords';
const pepperIdBytes = 8;
const saltBytes = 16;
const digestBytes = 32;
/** The library works on the four threads that files and name lookups also need; one is always left to them. */
const threadsMax = 3;
/** About a second, at 15 ms each. */
const waitingPerWorker = 64;

/** One per process: the bound is only one if everybody is behind it. */
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
  const turns = createTurns({ concurrency, waitingMax });
  const nobody = dummyHash(parameters);

  return {
    async hash(bankId, secret) {
      const [pepper] = keys.derive(bankId, pepperPurpose);
      const encoded = await turns.take(() => hash(peppered(pepper, secret), costs));
      return withPepperId(encoded, pepperIdOf(pepper));
    },
    async verify(bankId, stored, secret) {
      const peppers = keys.derive(bankId, pepperPurpose);
      const [newest] = peppers;
      const known = readStoredHash(stored ?? '');
      const pepper = peppers.find((one) => pepperIdOf(one) === known?.pepperId);
      // Nobody, a text that is not ours, a pepper that is gone: from outside all of them are a wrong password.
      const encoded = known === undefined || pepper === undefined ? nobody : known.encoded;
      const isMatch = await turns.take(() => verify(encoded, peppered(pepper ?? newest, secret)));
      const isRight = isMatch && encoded !== nobody;
      const isOfToday =
        known !== undefined && pepper === newest && areSameCosts(known.parameters, parameters);
      return { isRight, needsRehash: isRight && !isOfToday };
    },
    load: turns.load,
    isFull: () => turns.isFull(),
  };
}

/**
 * What argon2id sees: of one length whatever was typed, and worth nothing to whoever has only the table. As text,
 * because the library hashes any bytes but checks only UTF-8.
 */
function peppered(pepper: Buffer, secret: string): string {
  return createHmac('sha256', pepper).update(normalizePassword(secret), 'utf8').digest('base64');
}

/** Names the pepper that hashes from now on. */
export function newestPepperId(keys: KeyProvider, bankId: string): string {
  return pepperIdOf(keys.derive(bankId, pepperPurpose)[0]);
}

/** Says which pepper, and nothing about it. */
function pepperIdOf(pepper: Buffer): string {
  const digest = createHash('sha256').update('password-pepper ').update(pepper).digest();
  return unpadded(digest.subarray(0, pepperIdBytes));
}

/** A hash of today's costs that no secret has: its digest was drawn, not computed. */
function dummyHash({ memoryKib, iterations, parallelism }: Argon2Parameters): string {
  const costs = `m=${memoryKib},t=${iterations},p=${parallelism}`;
  return `$argon2id$v=19$${costs}$${unpadded(randomBytes(saltBytes))}$${unpadded(randomBytes(digestBytes))}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

import { randomBytes } from 'node:crypto';
import { insertToken } from '../../server/src/capabilities/authorization/store/oath-tokens.store.ts';
import { createIdentityVault, createPasswordHasher } from '../../server/src/capabilities/identity/index.ts';
import { upsertPassword } from '../../server/src/capabilities/identity/store/credentials.store.ts';
import { replaceAnswers } from '../../server/src/capabilities/identity/store/security-answers.store.ts';
import { emptyProfile, insertUser } from '../../server/src/capabilities/identity/store/users.store.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { type Clock, systemClock } from '../../server/src/platform/kernel/clock.ts';
import { userIdFrom, virtualShard } from '../../server/src/platform/kernel/ids.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Work } from '../../server/src/platform/work/unit-of-work.ts';
import { commandContext } from './command-context.ts';
import type { Instance } from './instance.ts';

export const peopleBank = '01';
/** So many that few parallel sign-ins share one: a password that many users try looks like spraying. */
const passwords = 300;
const answer = 'a small grey lighthouse';
const batch = 200;
const seedBytes = 48;

/** A user who can sign in. */
export interface Person {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly email: string;
  /** Absent for users who are no customers. */
  readonly customerNumber: string | undefined;
  /** Absent for users who cannot sign. */
  readonly phone: string | undefined;
}

export interface PeopleWanted {
  readonly count: number;
  /** Prefix of the usernames. */
  readonly prefix: string;
  /** Security questions that each user has answered. */
  readonly questionIds?: readonly string[];
  /** Makes them customers with a phone, registered long enough ago to sign. */
  readonly canSign?: boolean;
  /** Numbers of registered customers, one for each user who can sign; without them the users have numbers of no party. */
  readonly customerNumbers?: readonly string[];
}

/** Returns the keys of the processes of an instance. */
export function keysOf({ env }: Instance): ReturnType<typeof createLocalKeys> {
  return createLocalKeys([Buffer.from(env['PORTICO_MASTER_KEYS'] ?? '', 'base64')]);
}

/** Database and keys for inserting users. */
export interface PeopleDeps {
  readonly database: TestDatabase;
  readonly clock: Clock;
  readonly identityVault: ReturnType<typeof createIdentityVault>;
  readonly passwordHasher: ReturnType<typeof createPasswordHasher>;
}

/** Inserts users for the processes of an instance. */
export async function insertPeople(instance: Instance, wanted: PeopleWanted): Promise<readonly Person[]> {
  const keys = keysOf(instance);
  const deps = {
    database: instance.database,
    clock: systemClock,
    identityVault: createIdentityVault(keys),
    passwordHasher: createPasswordHasher({ keys }),
  };
  return insertPeopleAt(deps, wanted);
}

/**
 * Inserts active users with an e-mail address, no phone unless they can sign, and a TOTP token, for which the product
 * sends and counts nothing before a code is entered. Several users share a password hash, because hashing takes as long as
 * verification; verification costs the same for each.
 */
export async function insertPeopleAt(deps: PeopleDeps, wanted: PeopleWanted): Promise<readonly Person[]> {
  const { clock, database, identityVault } = deps;
  const { prefix } = wanted;
  const secrets = await secretsFor(deps, wanted);
  const answers = await answersFor(deps, wanted);
  const harness = { database: database.app, bankId: peopleBank, clock, operationId: 'harness' };
  const ctx = { ...commandContext(harness), identityVault };
  const people = Array.from({ length: wanted.count }, (_, index): Person & { readonly hash: string } => {
    const username = `${prefix}.${String(index).padStart(6, '0')}`;
    const userId = userIdFrom(ctx.ids.uuid(virtualShard(peopleBank, username)));
    const { hash = '', password = '' } = secrets[index % secrets.length] ?? {};
    const customerNumber = wanted.customerNumbers?.[index] ?? `N${prefix}${index}`;
    const signing = wanted.canSign === true ? signerParts(customerNumber) : noSigner;
    return { userId, username, password, hash, email: `${username}@example.com`, ...signing };
  });
  for (let from = 0; from < people.length; from += batch) {
    await runCommand(ctx, async (work) => {
      for (const person of people.slice(from, from + batch)) {
        const { userId } = person;
        enterPerson(work, ctx, person);
        if (answers.length > 0)
          replaceAnswers(work, { bankId: peopleBank, userId, answers, now: clock.now() });
      }
      work.audit({ aggregateKind: 'user', aggregateId: prefix, changes: [] });
    });
  }
  for (const table of ['identity.user_account', 'identity.user_credential', '"authorization".oath_token'])
    await database.query(`analyze ${table}`);
  return people;
}

/** No two users of a process have the same number. */
let phones = 0;

type SignerParts = Pick<Person, 'customerNumber' | 'phone'>;
const noSigner: SignerParts = { customerNumber: undefined, phone: undefined };

function signerParts(customerNumber: string): SignerParts {
  phones += 1;
  return { customerNumber, phone: `+49151${String(phones).padStart(7, '0')}1` };
}

interface Secret {
  readonly password: string;
  readonly hash: string;
}

async function secretsFor(
  { passwordHasher }: PeopleDeps,
  { count, prefix }: PeopleWanted,
): Promise<readonly Secret[]> {
  const secrets: Secret[] = [];
  while (secrets.length < Math.min(count, passwords)) {
    const password = `${prefix} harbour ${secrets.length} lanterns`;
    secrets.push({ password, hash: await passwordHasher.hash(peopleBank, password) });
  }
  return secrets;
}

async function answersFor(
  { passwordHasher }: PeopleDeps,
  { questionIds = [] }: PeopleWanted,
): Promise<readonly { readonly questionId: string; readonly hash: string }[]> {
  if (questionIds.length === 0) return [];
  const hash = await passwordHasher.hash(peopleBank, answer);
  return questionIds.map((questionId) => ({ questionId, hash }));
}

type Deps = ReturnType<typeof commandContext> & {
  readonly identityVault: ReturnType<typeof createIdentityVault>;
};

/** A new user may not sign for two days. */
const signsAfterHours = 72;

function enterPerson(work: Work, deps: Deps, person: Person & { readonly hash: string }): void {
  const { bankId, clock, ids } = deps;
  const { customerNumber, email, hash, phone, userId, username } = person;
  const now = clock.now();
  insertUser(work, deps, {
    userId,
    username,
    kind: 'customer',
    customerNumber,
    state: 'active',
    profile: { ...emptyProfile, email, phone },
    openEmailAt: undefined,
    openPhoneAt: undefined,
    phoneCoolingOffUntil: undefined,
    termsVersion: '2026-01',
    lastLoginAt: undefined,
    lastAnswerValidatedAt: undefined,
    lastPasswordResetAt: undefined,
    hintPictureId: undefined,
    profilePictureId: undefined,
    createdAt: phone === undefined ? now : now.subtract({ hours: signsAfterHours }),
  });
  upsertPassword(work, { bankId, userId, hash, now });
  insertToken(work, {
    bankId,
    tokenId: ids.uuid(virtualShard(bankId, userId)),
    userId,
    deviceId: undefined,
    serial: undefined,
    kind: 'totp',
    suite: 'sha256',
    digits: 8,
    stepSeconds: 30,
    // No code is entered here, so the seed is never decrypted.
    sealedSeed: randomBytes(seedBytes),
    status: 'active',
    counter: undefined,
    drift: 0,
    now,
  });
}

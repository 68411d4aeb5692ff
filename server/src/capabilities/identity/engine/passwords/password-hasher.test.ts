import { inspect } from 'node:util';
import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createPasswordHasher } from './password-hasher.ts';

const master = Buffer.alloc(32, 1);
const nextMaster = Buffer.alloc(32, 2);
const keys = createLocalKeys([master]);
/** Cheap, so that many can be tried; the product's cost parameters are tested beside this file, with the clock. */
const parameters = { memoryKib: 64, iterations: 1, parallelism: 1 };
const hasher = createPasswordHasher({ keys, parameters });
const secret = 'tortoise lamp violin';
const right = { isRight: true, needsRehash: false };
const wrong = { isRight: false, needsRehash: false };

describe('a secret', () => {
  test('is right when it is the one that was hashed, and no other is', async () => {
    const stored = await hasher.hash('01', secret);
    expect(await hasher.verify('01', stored, secret)).toEqual(right);
    for (const other of ['', 'tortoise lamp violim', `${secret} `, secret.toUpperCase(), stored])
      expect(await hasher.verify('01', stored, other)).toEqual(wrong);
  });

  test('is right for any text, however long, and its last character counts', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const stored = await hasher.hash('01', typed);
        expect(await hasher.verify('01', stored, typed.normalize('NFD'))).toEqual(right);
        expect(await hasher.verify('01', stored, `${typed}x`)).toEqual(wrong);
      }),
      { numRuns: 30 },
    );
  });

  test('is stored with algorithm, costs and pepper, with another salt each time', async () => {
    const today = createPasswordHasher({ keys });
    const [one, other] = [await today.hash('01', secret), await today.hash('01', secret)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[\w+/]{11}\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(one.split('$')[3]).toBe(other.split('$')[3]);
  });

  test('of an unknown user is wrong, whatever it is', async () => {
    expect(await hasher.verify('01', undefined, secret)).toEqual(wrong);
    expect(await hasher.verify('01', undefined, '')).toEqual(wrong);
  });

  test('is useless at another bank, and without the pepper', async () => {
    const stored = await hasher.hash('01', secret);
    expect(await hasher.verify('02', stored, secret)).toEqual(wrong);
    const bare = await hash(secret, { memoryCost: 64, timeCost: 1, parallelism: 1 });
    const [, , , , salt, digest] = bare.split('$');
    const forged = [...stored.split('$').slice(0, 4), salt, digest].join('$');
    expect(await hasher.verify('01', forged, secret)).toEqual(wrong);
  });
});

describe('an outdated hash', () => {
  test.each([
    { ...parameters, memoryKib: 128 },
    { ...parameters, iterations: 2 },
    { ...parameters, memoryKib: 32 },
    { ...parameters, parallelism: 2 },
  ])('with other costs is right, and needs a rehash: %j', async (others) => {
    const stored = await createPasswordHasher({ keys, parameters: others }).hash('01', secret);
    expect(await hasher.verify('01', stored, secret)).toEqual({ isRight: true, needsRehash: true });
    expect(await hasher.verify('01', stored, 'wrong')).toEqual(wrong);
  });

  test('with an older pepper is right as long as the pepper exists, and needs a rehash', async () => {
    const stored = await hasher.hash('01', secret);
    const after = createPasswordHasher({ keys: createLocalKeys([nextMaster, master]), parameters });
    expect(await after.verify('01', stored, secret)).toEqual({ isRight: true, needsRehash: true });
    expect(await after.verify('01', stored, 'wrong')).toEqual(wrong);
    const anew = await after.hash('01', secret);
    expect(await after.verify('01', anew, secret)).toEqual(right);
    const gone = createPasswordHasher({ keys: createLocalKeys([nextMaster]), parameters });
    expect(await gone.verify('01', stored, secret)).toEqual(wrong);
    expect(await gone.verify('01', anew, secret)).toEqual(right);
  });
});

describe('a malformed stored hash', () => {
  const salt = 'A'.repeat(22);
  const digest = 'A'.repeat(43);

  test.each([
    '',
    'tortoise lamp violin',
    '$2b$12$abcdefghijklmnopqrstuuAbCdEfGhIjKlMnOpQrStUvWxYz01234',
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$${digest}`,
    `$argon2i$v=19$m=64,t=1,p=1,keyid=AAAAAAAAAAA$${salt}$${digest}`,
    `$argon2id$v=16$m=64,t=1,p=1,keyid=AAAAAAAAAAA$${salt}$${digest}`,
    `$argon2id$v=19$m=9999999,t=99,p=99,keyid=AAAAAAAAAAA$${salt}$${digest}`,
  ])('is a wrong password: %s', async (stored) => {
    expect(await hasher.verify('01', stored, secret)).toEqual(wrong);
  });

  test.each([
    'm=0,t=1,p=1',
    'm=1,t=1,p=1',
    'm=64,t=0,p=1',
    'm=64,t=1,p=0',
    'm=8,t=1,p=16',
    'm=9999999,t=2,p=1',
  ])('is a wrong password even under our own pepper: %s', async (costs) => {
    const [, , , ours = ''] = (await hasher.hash('01', secret)).split('$');
    const pepper = ours.slice(ours.indexOf(',keyid='));
    expect(await hasher.verify('01', `$argon2id$v=19$${costs}${pepper}$${salt}$${digest}`, secret)).toEqual(
      wrong,
    );
  });

  test.each(['_', '/', '='])('is a wrong password with %s all over', async (sign) => {
    const [, , , ours] = (await hasher.hash('01', secret)).split('$');
    const stored = `$argon2id$v=19$${ours}$${sign.repeat(22)}$${sign.repeat(43)}`;
    expect(await hasher.verify('01', stored, secret)).toEqual(wrong);
    expect(await hasher.verify('01', stored.repeat(1_000), secret)).toEqual(wrong);
  });

  test('never throws, whichever of its characters is changed', async () => {
    const stored = await hasher.hash('01', secret);
    const place = fc.nat({ max: stored.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...'$,=0Az/+ \u0000é'), async (at, sign) => {
        fc.pre(stored[at] !== sign);
        const broken = `${stored.slice(0, at)}${sign}${stored.slice(at + 1)}`;
        expect(await hasher.verify('01', broken, secret)).toEqual(wrong);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an error', () => {
  test('never contains the secret', async () => {
    const full = createPasswordHasher({ keys, parameters, concurrency: 1, waitingMax: 0 });
    const unable = createPasswordHasher({ keys, parameters: { ...parameters, memoryKib: 1 } });
    const busy = full.hash('01', secret);
    const failures = await Promise.allSettled([
      full.hash('01', secret),
      full.verify('01', undefined, secret),
      unable.hash('01', secret),
    ]);
    await busy;
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(inspect(failures, { depth: 10, showHidden: true })).not.toContain('tortoise');
  });
});

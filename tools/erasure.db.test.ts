import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CanaryLife, canaries, createCanaryLife } from './erasure/canary-life.ts';
import { textsIn, tracesOf } from './erasure/database-texts.ts';
import { keyClasses } from './erasure/opened-values.ts';
import { retained } from './erasure/retained.ts';
import { classesInSource } from './erasure/sealing-classes.ts';

const masterKey = randomBytes(32);
let life: CanaryLife;
beforeAll(async () => {
  life = await createCanaryLife(masterKey);
});
afterAll(() => life[Symbol.asyncDispose]());

const traces = async (): Promise<readonly string[]> =>
  tracesOf(await textsIn(life.database, { masterKey }), canaries);
const places = (found: readonly string[]): readonly string[] => [
  ...new Set(found.map((trace) => trace.slice(0, trace.indexOf(':')))),
];

describe('of a customer who was erased', () => {
  test('nothing can be read in any table of any schema, but for what is kept on purpose', async () => {
    await life.live();
    const before = await traces();
    // The search finds what it looks for: every canary, in every capability, in the open and sealed.
    expect(new Set(before.map((trace) => trace.slice(trace.indexOf(':') + 2)))).toEqual(
      new Set(Object.keys(canaries)),
    );
    expect(places(before)).toEqual(
      expect.arrayContaining([
        'correspondence.communication.sealed_contact',
        'correspondence.content.sealed',
        'identity.former_contact.sealed_value',
        'identity.linked_login.sealed_login',
        'identity.linked_login.subject',
        'identity.passkey.name',
        'identity.picture.content',
        'identity.user_account.sealed_profile',
        'identity.user_account.username',
        'identity.username_reservation.username',
        'party.party.personal',
        'party.party.sensitive',
        'party.party_fact.sealed_value',
        'party.search_word.word',
      ]),
    );
    await life.erase();
    const left = places(await traces());
    expect(left.filter((place) => !retained.some((kept) => kept.place === place))).toEqual([]);
  });

  test('nothing at all can be read once the times of what was kept are over', async () => {
    await life.letTimePass({ hours: 25 });
    expect(await traces()).toEqual([]);
  });

  test('nobody signs in, by whatever way there was', async () => {
    expect(await life.tryToSignIn()).toEqual([]);
  });
});

test('every class of keys that the product seals under is opened by this search', async () => {
  expect(await classesInSource()).toEqual([...keyClasses].toSorted());
});

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
const columnsIn = (found: readonly string[]): readonly string[] => [
  ...new Set(found.map((trace) => trace.slice(0, trace.indexOf(':')))),
];

describe('after the erasure of a customer', () => {
  test('no table of any schema has readable data of the customer, except for data retained by design', async () => {
    await life.live();
    const before = await traces();
    // Proves that the search works: it finds every canary, in every capability, in plain text and encrypted.
    expect(new Set(before.map((trace) => trace.slice(trace.indexOf(':') + 2)))).toEqual(
      new Set(Object.keys(canaries)),
    );
    expect(columnsIn(before)).toEqual(
      expect.arrayContaining([
        'authorization.signing_change.reason',
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
        'party.screening.sealed_reason',
        'party.search_word.word',
      ]),
    );
    await life.erase();
    const left = columnsIn(await traces());
    expect(left.filter((column) => !retained.some((entry) => entry.column === column))).toEqual([]);
  });

  test('no data is readable after the retention periods', async () => {
    await life.letTimePass({ hours: 25 });
    expect(await traces()).toEqual([]);
  });

  test('the customer cannot sign in by any method', async () => {
    expect(await life.tryToSignIn()).toEqual([]);
  });
});

test('the search decrypts every key class of the product', async () => {
  expect(await classesInSource()).toEqual([...keyClasses].toSorted());
});

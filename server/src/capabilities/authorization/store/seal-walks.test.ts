import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { setBank } from '#platform/db/database.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  dataOf,
  payment,
  sign,
  workedExample,
} from '../testing/signing-steps.suite.ts';
import { createAuthorizationVault } from './authorization-vault.ts';
import { signatureSealWalks } from './seal-walks.ts';

const owner = '1000000054';
const [newer, older] = [randomBytes(32), randomBytes(32)];
let inner = createLocalKeys([older]);
/** Keys of a process that loads new ones. */
const keys: KeyProvider = {
  current: (bankId, keyClass) => inner.current(bankId, keyClass),
  byId: (bankId, keyClass, id) => inner.byId(bankId, keyClass, id),
  derive: (bankId, purpose) => inner.derive(bankId, purpose),
};
let testApp: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({
    ports: { authorizationVault: createAuthorizationVault(keys) },
  });
  company = await workedExample(testApp, owner);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const signed = (name: string, resourceId: string) =>
  sign(testApp, company.signer(name), {
    owner,
    resourceId,
    payload: payment('50000'),
    data: dataOf('50000.00'),
  });
const stateOf = async (resourceId: string) => (await collectionRow(testApp, { owner, resourceId })).state;

/** Walks through both tables; returns the rows that were outdated. */
async function walkAll(): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const walk of signatureSealWalks(testApp.database.app, keys))
    for (const { key, update } of await walk.list('01', undefined, 1_000)) {
      if (update === undefined) continue;
      stale.push(key[0] ?? '');
      if (update.length > 0) await testApp.database.app.flush([setBank(['01']), ...update]);
    }
  return stale;
}

test('signatures count, and collections continue, after their keys were replaced and the old ones removed', async () => {
  await signed('A1', 'p-1');
  await signed('A1', 'p-2');
  expect(await walkAll()).toEqual([]);
  inner = createLocalKeys([newer, older]);
  await testApp.database.query(
    `update "authorization".signature_collection set decision = decision || ' ' where resource_id = 'p-2'`,
  );
  const { collection_id: tampered } = await collectionRow(testApp, { owner, resourceId: 'p-2' });
  // Two collections and two signatures; then only the collection that was changed manually is left.
  expect(await walkAll()).toHaveLength(4);
  expect(await walkAll()).toEqual([tampered]);
  inner = createLocalKeys([newer]);
  await signed('B1', 'p-1');
  expect(await stateOf('p-1')).toBe('fulfilled');
  expect((await signed('B1', 'p-2')).status).toBe(500);
});

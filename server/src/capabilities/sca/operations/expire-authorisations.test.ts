import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { createScaTestApp, pathOf, type ScaTestApp } from '../testing/sca-test-app.suite.ts';
import { cleanUpAuthorisations } from './clean-up-authorisations.ts';
import { expireAuthorisations } from './expire-authorisations.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

async function started(): Promise<string> {
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const { body } = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'psu-id': customer.username },
  });
  return String(at(body, 'authorisationId'));
}

async function idsIn(text: string): Promise<readonly string[]> {
  return (await app.identity.database.query<{ id: string }>(text)).map(({ id }) => id);
}
const endedIds = (): Promise<readonly string[]> =>
  idsIn(
    'select authorisation_id as id from sca.authorisation where ended_at is not null order by created_at',
  );
const asideKeys = (): Promise<readonly string[]> => idsIn('select row_key as id from platform.set_aside_row');

test('an authorisation that cannot be read is set aside; the others end and are deleted, and it ends after its repair', async () => {
  const ids = [await started(), await started(), await started()];
  const [first, broken, last] = ids;
  const { clock, database } = app.identity;
  const write = 'update sca.authorisation set sealed_details = $2 where authorisation_id = $1';
  const [row] = await database.query<{ sealed_details: Buffer }>(
    'select sealed_details from sca.authorisation where authorisation_id = $1',
    [broken],
  );
  await database.query(write, [broken, Buffer.from('bad0', 'hex')]);
  clock.advance({ hours: 25 });
  expect(await expireAuthorisations(app.context())).toBe(2);
  expect(await endedIds()).toEqual([first, last]);
  expect(await asideKeys()).toEqual([broken]);
  clock.advance({ hours: 24 * 90 + 1 });
  expect(await cleanUpAuthorisations(app.context())).toBe(2);
  await database.query(write, [broken, row?.sealed_details]);
  expect(await expireAuthorisations(app.context())).toBe(1);
  expect([await endedIds(), await asideKeys()]).toEqual([[broken], []]);
});

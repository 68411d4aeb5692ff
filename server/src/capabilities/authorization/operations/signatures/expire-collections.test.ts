import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  type Company,
  collectionRow,
  countsOf,
  dataOf,
  emittedEvents,
  of,
  payment,
  reasonsOf,
  requestSignatures,
  ruleFields,
  sign,
  signerToken,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { closeCollection } from './close-collection.ts';
import { expireCollections } from './expire-collections.ts';

let app: AuthorizationTestApp;
let company: Company;
let companies = 0;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  companies += 1;
  company = await workedExample(app, `40000000${String(companies).padStart(2, '0')}`);
});

const resourceId = 'payment';
const signed = (name: string, amount = '50000') =>
  sign(app, company.signer(name), {
    owner: company.owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const row = () => collectionRow(app, { owner: company.owner, resourceId });
const counts = async () =>
  countsOf(
    await requestSignatures(app, signerToken(company.signer('A3').user), {
      owner: company.owner,
      resourceId,
    }),
  );
const use = async (digest: string): Promise<string> => {
  const ctx = app.context();
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: resourceId, changes: [] });
    const key = { owner: company.owner, resourceKind: 'payment', resourceId };
    return closeCollection(ctx, work, { ...key, closing: { as: 'used', digest } });
  });
};

test('a collection that cannot be read is skipped, and the others are ended', async () => {
  await signed('A1');
  const other = await workedExample(app, '4099999901');
  await sign(app, other.signer('A1'), {
    owner: other.owner,
    resourceId,
    payload: payment('50000'),
    data: dataOf('50000.00'),
  });
  const [bad] = await app.database.query<{ collection_id: string }>(
    `update "authorization".signature_collection set decision = '[]', expires_at = expires_at - interval '1 day'
      where owner = $1 returning collection_id`,
    [company.owner],
  );
  app.clock.advance({ hours: 24 * 60 });
  await expireCollections(app.context());
  expect((await collectionRow(app, { owner: other.owner, resourceId }))?.state).toBe('expired');
  expect(await app.database.query('select job, row_key from platform.set_aside_row')).toEqual([
    { job: 'expire-collections', row_key: bad?.collection_id },
  ]);
  await app.database.query('delete from platform.set_aside_row');
  await app.database.query(
    `update "authorization".signature_collection set state = 'cancelled', settled_at = now() where owner = $1`,
    [company.owner],
  );
});

describe('an expired collection', () => {
  test('cannot be signed, whether the job ended it or not', async () => {
    await signed('A1');
    app.clock.advance({ days: 14 });
    expect(reasonsOf(await signed('A2'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(reasonsOf(await signed('A2', '60000'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(await expireCollections(app.context())).toBeGreaterThanOrEqual(1);
    const { collection_id, state } = await row();
    expect(state).toBe('expired');
    expect((await emittedEvents(app, collection_id)).at(-1)).toBe('signature-collection-expired');
    expect(reasonsOf(await signed('A2'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(await expireCollections(app.context())).toBe(0);
  });

  test('has no valid signatures, whether the job ended it or not', async () => {
    await signed('A1');
    app.clock.advance({ days: 14 });
    const before = await counts();
    await expireCollections(app.context());
    expect(await counts()).toEqual([
      'open customer-group:A 0/2',
      'open customer-group:A 0/1 customer-group:B 0/1',
    ]);
    expect(before).toEqual(await counts());
  });

  test('can be signed until it expires', async () => {
    await signed('A1');
    app.clock.advance({ days: 13, hours: 23, minutes: 59, seconds: 59 });
    expect(reasonsOf(await signed('A2'))).toEqual(['signature-accepted', 'user-cannot-sign']);
    expect((await row()).state).toBe('fulfilled');
  });

  test('does not expire once fulfilled, and can still be used', async () => {
    // SPEC channel interfaces 10.8: only open collections expire.
    await signed('A1');
    await signed('B1');
    app.clock.advance({ days: 15 });
    await expireCollections(app.context());
    const { digest, state } = await row();
    expect(state).toBe('fulfilled');
    expect(await use(digest)).toBe('closed');
  });

  test('gets a new expiry time with a new payload', async () => {
    await signed('A1');
    app.clock.advance({ days: 13 });
    await signed('A2', '60000');
    app.clock.advance({ days: 13 });
    expect(reasonsOf(await signed('A1', '60000'))).toEqual(['signature-accepted', 'user-cannot-sign']);
  });

  test('expires after the validity of the rule', async () => {
    const { owner } = company;
    await activate(app, owner, [
      ruleFields({
        'rule-id': `${owner}-short`,
        owner,
        account: 'DE40100100103307118608',
        'collection-validity': 'PT2H',
        alternatives: [[of('A', 2)]],
      }),
    ]);
    await signed('A1');
    app.clock.advance({ hours: 2 });
    expect(reasonsOf(await signed('A2'))).toEqual(['user-cannot-sign']);
  });
});

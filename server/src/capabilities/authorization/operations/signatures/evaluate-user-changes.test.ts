import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Accounts } from '../../ports/accounts.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { saveAbsence, saveSigningGroup } from '../../testing/signing-changes.suite.ts';
import {
  type Company,
  collectionRow,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signatureLines,
  signerToken,
  type TestSigner,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';

let app: AuthorizationTestApp;
let company: Company;
let companies = 0;
const jointHolders: string[] = [];

/** One account has two holders. */
const accounts: Accounts = {
  unknownDebtors: () => 'iban-only',
  find: async (_bank, references) =>
    new Map(
      references
        .filter(({ id }) => id === 'DE02500105170137075030')
        .map(({ id }) => [
          id,
          {
            accountId: id,
            owner: jointHolders[0] ?? '',
            joint: { holders: jointHolders, signingMode: 'all' },
          },
        ]),
    ),
  jointHoldingsOf: async (_bank, customer) =>
    jointHolders.includes(customer)
      ? [{ owner: jointHolders[0] ?? '', holders: jointHolders, signingMode: 'all' }]
      : [],
  midRates: async () => [],
};

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10, ports: { accounts } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  companies += 1;
  company = await workedExample(app, `20000000${String(companies).padStart(2, '0')}`);
});

const resourceId = 'payment';
const userOf = (name: string) => company.signer(name).user;
const signed = (signer: TestSigner, amount = '50000') =>
  sign(app, signer, {
    owner: company.owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const row = () => collectionRow(app, { owner: company.owner, resourceId });
const counts = async () =>
  countsOf(await requestSignatures(app, signerToken(userOf('A3')), { owner: company.owner, resourceId }));
const both = ['signature-accepted', 'signature-accepted'];

describe('a signature no longer counts', () => {
  test.each([
    ['whose signer was suspended', (userId: string) => app.users.change(userId, { status: 'suspended' })],
    ['whose signer was locked', (userId: string) => app.users.change(userId, { status: 'locked' })],
    ['whose signer was restricted', (userId: string) => app.users.change(userId, { isRestricted: true })],
    ['whose mandate was revoked', (userId: string) => app.users.revoke(userId, company.owner)],
  ])('%s', async (_, lose) => {
    await signed(company.signer('A1'));
    lose(userOf('A1').userId);
    expect((await counts())[0]).toBe('open customer-group:A 0/2');
    expect(reasonsOf(await signed(company.signer('B1')))).toEqual(['user-cannot-sign', 'signature-accepted']);
    expect((await row()).state).toBe('open');
    expect(reasonsOf(await signed(company.signer('A2')))).toEqual(both);
    expect((await row()).state).toBe('fulfilled');
    expect((await counts())[0]).toBe('furfilled customer-group:A 1/1 customer-group:B 1/1');
  });

  test('when the mandate expired', async () => {
    app.users.mandate(userOf('A1').userId, company.owner, {
      validUntil: app.clock.now().add({ hours: 1 }),
    });
    await signed(company.signer('A1'));
    await signed(company.signer('A2'));
    expect((await counts())[0]).toBe('furfilled customer-group:A 2/2');
    app.clock.advance({ hours: 1 });
    expect((await counts())[0]).toBe('open customer-group:A 1/2');
  });
});

describe('a signature still counts', () => {
  test('when the signer left the group after it, and a former member signs no more', async () => {
    await signed(company.signer('A1'));
    app.clock.advance({ minutes: 1 });
    const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
    const members = ['A2', 'A3'].map((name) => ({
      userId: userOf(name).userId,
      validFrom,
      validUntil: undefined,
    }));
    await saveSigningGroup(app.context(), { owner: company.owner, groupId: 'A', members });
    expect((await counts())[0]).toBe('open customer-group:A 1/2');
    expect(reasonsOf(await signed(company.signer('A1')))).toEqual([
      'user-already-signed',
      'user-already-signed',
    ]);
    await signed(company.signer('A2'));
    expect((await row()).state).toBe('fulfilled');
  });
});

describe('a user cannot sign', () => {
  test.each([
    ['who is suspended', (userId: string) => app.users.change(userId, { status: 'suspended' })],
    ['who is restricted', (userId: string) => app.users.change(userId, { isRestricted: true })],
  ])('%s', async (_, lose) => {
    const proofGiven = company.signer('A1');
    lose(proofGiven.user.userId);
    await signed(company.signer('A2'));
    const response = await app.post(
      '/evaluate-user',
      { 'resource-id': resourceId, 'calling-context': JSON.stringify({ 'acting-for': company.owner }) },
      signerToken(proofGiven.user),
    );
    expect(reasonsOf(response)).toEqual(['user-cannot-sign', 'user-cannot-sign']);
  });

  test('before the mandate is valid', async () => {
    app.users.mandate(userOf('A1').userId, company.owner, {
      validFrom: app.clock.now().add({ hours: 1 }),
    });
    expect(reasonsOf(await signed(company.signer('A1'), '50'))).toEqual(['404 not-found']);
  });
});

describe('during an absence', () => {
  const away = (name: string, delegate: TestSigner) =>
    saveAbsence(app.context(), {
      owner: company.owner,
      userId: userOf(name).userId,
      delegateId: delegate.user.userId,
      from: app.clock.now(),
      until: app.clock.now().add({ hours: 10 }),
    });

  test('the delegate signs for the absent person, once and not for two', async () => {
    await away('B1', company.signer('A1'));
    await signed(company.signer('A2'));
    // A1 signs in the own name first: it precedes delegation.
    expect(reasonsOf(await signed(company.signer('A1')))).toEqual(['signature-accepted', 'user-cannot-sign']);
    expect(reasonsOf(await signed(company.signer('A1')))).toEqual([
      'user-already-signed',
      'user-already-signed',
    ]);
  });

  test('a delegate without a group signs, and the represented person is stored', async () => {
    const user = app.users.add();
    app.users.mandate(user.userId, company.owner);
    const delegate = { user, token: await enrolled(app, 'ocra', user) };
    await away('B1', delegate);
    await signed(company.signer('A2'));
    expect(reasonsOf(await signed(delegate))).toEqual(['user-cannot-sign', 'signature-accepted']);
    const { collection_id, state } = await row();
    expect(state).toBe('fulfilled');
    const [stored] = await app.database.query<{ on_behalf_of: string }>(
      `select on_behalf_of from "authorization".signature where collection_id = $1 and user_id = $2`,
      [collection_id, user.userId],
    );
    expect(stored?.on_behalf_of).toBe(userOf('B1').userId);
    // After the absence, the signature of the delegate still stands, and B1 need not sign again.
    app.clock.advance({ hours: 11 });
    expect((await counts())[0]).toBe('furfilled customer-group:A 1/1 customer-group:B 1/1');
    app.users.change(userOf('B1').userId, { status: 'suspended' });
    expect((await counts())[0]).toBe('open customer-group:A 1/2');
  });
});

describe('a joint account of two people', () => {
  test('is debited when both have signed, each in the own name', async () => {
    const people: TestSigner[] = [];
    for (let index = 0; index < 2; index += 1) {
      const user = app.users.add();
      people.push({ user, token: await enrolled(app, 'ocra', user) });
      jointHolders.push(user.customerNumber ?? '');
    }
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('two people');
    const payload = payment('70', { debtorAccount: { iban: 'DE02500105170137075030' } });
    const requestOf = ({ user }: TestSigner) => ({
      owner: user.customerNumber ?? '',
      resourceId: 'joint-payment',
      payload,
      data: dataOf('70.00'),
    });
    expect(reasonsOf(await sign(app, first, requestOf(first)))).toEqual(['signature-accepted']);
    expect(reasonsOf(await sign(app, second, requestOf(second)))).toEqual(['signature-accepted']);
    const emitted = await app.database.query<{ name: string }>(
      `select e.name from platform.outbox_event e
         join "authorization".signature_collection c on c.collection_id::text = e.aggregate_id
        where c.resource_id = 'joint-payment' order by e.position`,
    );
    expect(emitted.map(({ name }) => name)).toEqual([
      'signature-accepted',
      'signature-accepted',
      'signing-rules-fulfilled',
    ]);
  });
});

test('events and records of a signature suffice to trace it', async () => {
  await signed(company.signer('A1'));
  const { collection_id, digest } = await row();
  expect(await app.eventsOf('signature-collection', collection_id)).toEqual([
    {
      name: 'signature-accepted',
      data: {
        'collection-id': collection_id,
        'resource-kind': 'payment',
        'resource-id': resourceId,
        digest,
        'user-id': userOf('A1').userId,
      },
    },
  ]);
  expect(await emittedEvents(app, collection_id)).toHaveLength(1);
  expect(await app.auditOf('signature-collection', collection_id)).toHaveLength(1);
  expect(await signatureLines(app, collection_id)).toEqual([`${userOf('A1').userId} valid`]);
});

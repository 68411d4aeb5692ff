import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Accounts } from '../../ports/accounts.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  type Company,
  collectionRow,
  dataOf,
  emittedEvents,
  of,
  payment,
  reasonsOf,
  ruleFields,
  sign,
  signatureLines,
  type TestSigner,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';
import { closeCollection } from './close-collection.ts';
import { type WithdrawSignatures, withdrawSignatures } from './withdraw-signatures.ts';

let app: AuthorizationTestApp;
let company: Company;
let companies = 0;
const holders: string[] = [];
const accounts: Accounts = {
  unknownDebtors: () => 'iban-only',
  find: async (_bank, references) =>
    new Map(
      references
        .filter(({ id }) => id === 'DE02500105170137075030')
        .map(({ id }) => [
          id,
          { accountId: id, owner: holders[0] ?? '', joint: { holders, signingMode: 'any' } },
        ]),
    ),
  jointHoldingsOf: async (_bank, customer) =>
    holders.includes(customer) ? [{ owner: holders[0] ?? '', holders, signingMode: 'any' }] : [],
  midRates: async () => [],
};

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10, ports: { accounts } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  companies += 1;
  company = await workedExample(app, `30000000${String(companies).padStart(2, '0')}`);
});

const userOf = (name: string) => company.signer(name).user;
const signed = (signer: TestSigner, resourceId: string, more: { payload?: string; owner?: string } = {}) =>
  sign(app, signer, {
    owner: company.owner,
    resourceId,
    payload: payment('50000'),
    data: dataOf('50000.00'),
    ...more,
  });
const row = (resourceId: string, owner = company.owner) => collectionRow(app, { owner, resourceId });
const withdraw = (request: WithdrawSignatures): Promise<number> => {
  const ctx = app.context();
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: request.userId, changes: [] });
    return withdrawSignatures(ctx, work, request);
  });
};

describe('withdrawing the signatures of a user', () => {
  test('reopens a fulfilled collection, and emits it', async () => {
    await signed(company.signer('A1'), 'p');
    await signed(company.signer('B1'), 'p');
    expect((await row('p')).state).toBe('fulfilled');
    expect(await withdraw({ userId: userOf('A1').userId, reason: 'mandate-revoked' })).toBe(1);
    const { collection_id, fulfilled_at, state } = await row('p');
    expect({ state, fulfilled_at }).toEqual({ state: 'open', fulfilled_at: null });
    expect(await signatureLines(app, collection_id)).toEqual([
      `${userOf('A1').userId} void mandate-revoked`,
      `${userOf('B1').userId} valid`,
    ]);
    expect((await emittedEvents(app, collection_id)).at(-1)).toBe('signatures-invalidated');
    expect(await withdraw({ userId: userOf('A1').userId, reason: 'mandate-revoked' })).toBe(0);
    expect(
      (await emittedEvents(app, collection_id)).filter((name) => name === 'signatures-invalidated'),
    ).toHaveLength(1);
  });

  test('leaves a collection fulfilled that needs none of them', async () => {
    await signed(company.signer('A1'), 'p');
    await signed(company.signer('B1'), 'p');
    await signed(company.signer('A2'), 'p');
    expect(await withdraw({ userId: userOf('B1').userId, reason: 'user-suspended' })).toBe(1);
    expect((await row('p')).state).toBe('fulfilled');
  });

  test('affects only signatures since a time, inclusive', async () => {
    await signed(company.signer('A1'), 'before');
    app.clock.advance({ seconds: 1 });
    const since = app.clock.now();
    await signed(company.signer('A1'), 'at');
    app.clock.advance({ seconds: 1 });
    await signed(company.signer('A1'), 'after');
    expect(await withdraw({ userId: userOf('A1').userId, reason: 'fraud-reported', since })).toBe(2);
    const states = await Promise.all(
      ['before', 'at', 'after'].map(async (name) => signatureLines(app, (await row(name)).collection_id)),
    );
    expect(states.map(([line]) => line?.split(' ')[1])).toEqual(['valid', 'void', 'void']);
  });

  test('affects only signatures for one customer', async () => {
    const other = await workedExample(app, `${company.owner}9`);
    const { user } = company.signer('A1');
    app.users.mandate(user.userId, other.owner);
    await activate(app, other.owner, [
      ruleFields({
        'rule-id': `${other.owner}-account`,
        owner: other.owner,
        account: 'DE40100100103307118608',
        alternatives: [
          [{ level: 1, 'entity-level': 'user-id', 'entity-id': user.userId, required: 1 }, of('B', 1)],
        ],
      }),
    ]);
    await signed(company.signer('A1'), 'p');
    expect(reasonsOf(await signed(company.signer('A1'), 'p', { owner: other.owner }))).toEqual([
      'signature-accepted',
    ]);
    const request = { userId: user.userId, reason: 'mandate-revoked', owner: other.owner } as const;
    expect(await withdraw(request)).toBe(1);
    expect(await signatureLines(app, (await row('p')).collection_id)).toEqual([`${user.userId} valid`]);
    expect(await signatureLines(app, (await row('p', other.owner)).collection_id)).toEqual([
      `${user.userId} void mandate-revoked`,
    ]);
  });

  test('does not affect executed collections', async () => {
    await signed(company.signer('A1'), 'p');
    await signed(company.signer('B1'), 'p');
    const { collection_id, digest } = await row('p');
    const ctx = app.context();
    const outcome = await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'payment', aggregateId: 'p', changes: [] });
      const key = { owner: company.owner, resourceKind: 'payment', resourceId: 'p' };
      return closeCollection(ctx, work, { ...key, closing: { as: 'used', digest } });
    });
    expect(outcome).toBe('closed');
    expect(await withdraw({ userId: userOf('A1').userId, reason: 'party-deceased' })).toBe(0);
    expect((await row('p')).state).toBe('used');
    expect((await signatureLines(app, collection_id)).every((line) => line.endsWith(' valid'))).toBe(true);
  });

  test('lets a user who may still sign do so again', async () => {
    await signed(company.signer('A1'), 'p');
    await signed(company.signer('B1'), 'p');
    await withdraw({
      userId: userOf('A1').userId,
      reason: 'fraud-reported',
      since: Temporal.Instant.from('2020-01-01T00:00:00Z'),
    });
    expect(reasonsOf(await signed(company.signer('A1'), 'p'))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    const { collection_id, state } = await row('p');
    expect(state).toBe('fulfilled');
    expect(await signatureLines(app, collection_id)).toEqual([
      `${userOf('B1').userId} valid`,
      `${userOf('A1').userId} valid`,
    ]);
  });

  test('leaves fulfilled what the other holder of a joint account signed as well', async () => {
    const people: TestSigner[] = [];
    for (let index = 0; index < 2; index += 1) {
      const user = app.users.add();
      people.push({ user, token: await enrolled(app, 'ocra', user) });
      holders.push(user.customerNumber ?? '');
    }
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('two people');
    const payload = payment('70', { debtorAccount: { iban: 'DE02500105170137075030' } });
    for (const one of [first, second]) {
      const owner = one.user.customerNumber ?? '';
      await sign(app, one, { owner, resourceId: 'joint', payload, data: dataOf('70.00') });
    }
    const owner = holders[0] ?? '';
    expect(await signatureLines(app, (await row('joint', owner)).collection_id)).toHaveLength(2);
    await withdraw({ userId: first.user.userId, reason: 'user-suspended' });
    expect((await row('joint', owner)).state).toBe('fulfilled');
    await withdraw({ userId: second.user.userId, reason: 'user-suspended' });
    expect((await row('joint', owner)).state).toBe('open');
  });
});

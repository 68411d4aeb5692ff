import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { otpSteps } from '../../testing/otp-steps.suite.ts';
import {
  type Company,
  collectionRow,
  dataOf,
  payment,
  sign,
  signatureLines,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { voidFactorsOf } from '../factors/void-factors-of.ts';
import { closeCollection } from './close-collection.ts';
import { listExecutedResources } from './list-executed-resources.ts';
import { lockCollectionState } from './lock-collection-state.ts';
import { lockSigners } from './lock-signers.ts';
import { recallSignatures } from './recall-signatures.ts';

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

const idOf = (name: string): string => company.signer(name).user.userId;
const signed = (name: string, resourceId: string): Promise<unknown> =>
  sign(app, company.signer(name), {
    owner: company.owner,
    resourceId,
    payload: payment('50000'),
    data: dataOf('50000.00'),
  });
const row = (resourceId: string) => collectionRow(app, { owner: company.owner, resourceId });
const inCommand = <Result>(decide: (work: Work) => Promise<Result>): Promise<Result> =>
  runCommand(app.context(), async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: 'x', changes: [] });
    return decide(work);
  });
const dayAgo = () => app.clock.now().subtract({ hours: 24 });

describe('after a fraud report', () => {
  test('both signatures of one collection are recalled, and it is open again', async () => {
    await signed('A1', 'p');
    await signed('B1', 'p');
    expect((await row('p')).state).toBe('fulfilled');
    const recall = { userIds: [], owners: [company.owner], since: dayAgo() };
    expect(await inCommand((work) => recallSignatures(app.context(), work, recall))).toBe(1);
    const { collection_id, state } = await row('p');
    expect(state).toBe('open');
    expect(await signatureLines(app, collection_id)).toEqual([
      `${idOf('A1')} void fraud-reported`,
      `${idOf('B1')} void fraud-reported`,
    ]);
    const key = { owner: company.owner, resourceKind: 'payment', resourceId: 'p' };
    expect(await inCommand((work) => lockCollectionState(app.context(), work, key))).toBe('open');
    const unknown = { ...key, resourceId: 'unknown' };
    expect(await inCommand((work) => lockCollectionState(app.context(), work, unknown))).toBeUndefined();
  });

  test('those of the reported user are recalled for other owners, older ones stay', async () => {
    await signed('A1', 'old');
    app.clock.advance({ hours: 24, seconds: 1 });
    await signed('A1', 'new');
    await signed('B1', 'new');
    const recall = { userIds: [idOf('A1')], owners: ['another'], since: dayAgo() };
    expect(await inCommand((work) => recallSignatures(app.context(), work, recall))).toBe(1);
    expect(await signatureLines(app, (await row('old')).collection_id)).toEqual([`${idOf('A1')} valid`]);
    expect(await signatureLines(app, (await row('new')).collection_id)).toEqual([
      `${idOf('A1')} void fraud-reported`,
      `${idOf('B1')} valid`,
    ]);
  });

  test('what was executed is listed, and its signatures stay', async () => {
    await signed('A1', 'p');
    await signed('B1', 'p');
    const { digest } = await row('p');
    await inCommand((work) =>
      closeCollection(app.context(), work, {
        owner: company.owner,
        resourceKind: 'payment',
        resourceId: 'p',
        closing: { as: 'used', digest },
      }),
    );
    const recall = { userIds: [idOf('A1')], owners: [company.owner], since: dayAgo() };
    expect(await inCommand((work) => recallSignatures(app.context(), work, recall))).toBe(0);
    const executed = { userIds: [idOf('A1')], resourceKind: 'payment', since: dayAgo() };
    expect(await listExecutedResources(app.context(), executed)).toEqual(['p']);
    expect(
      await listExecutedResources(app.context(), { ...executed, since: app.clock.now().add({ hours: 1 }) }),
    ).toEqual([]);
  });

  test('a signature waits for the command that locks its signer (lockSigners)', async () => {
    const order: string[] = [];
    let signing: Promise<unknown> = Promise.resolve();
    await inCommand(async (work) => {
      await lockSigners(app.context(), work, { userIds: [idOf('B1'), idOf('A1')] });
      signing = signed('A1', 'p').then(() => order.push('signed'));
      order.push('locked');
    });
    order.push('committed');
    await signing;
    expect(order).toEqual(['locked', 'committed', 'signed']);
  });

  test('open codes are void (voidFactorsOf)', async () => {
    const steps = otpSteps(app);
    const { code, id, user } = await steps.sent();
    await inCommand(async (work) => voidFactorsOf(app.context(), work, { userIds: [user.userId] }));
    expect((await steps.verify(id, code)).status).toBe(440);
    expect(await steps.row(id)).toMatchObject({ superseded: true, is_due: false });
  });
});

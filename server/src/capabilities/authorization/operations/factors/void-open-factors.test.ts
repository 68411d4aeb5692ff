import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { restoreCounterStep } from '../../domain/oath/restore.ts';
import { factorFailuresMax } from '../../domain/policy.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { otpSteps } from '../../testing/otp-steps.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../../testing/token-steps.suite.ts';
import { findEqualSeeds } from '../tokens/find-equal-seeds.ts';
import { importTokens } from '../tokens/import-tokens.ts';
import { replayCounters } from '../tokens/replay-counters.ts';
import { voidOpenFactors } from './void-open-factors.ts';

let testApp: AuthorizationTestApp;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const oath = (userName: string, otp: string): Promise<string> =>
  tokenSteps(testApp)
    .oath(userName, otp, app())
    .then((response) => (response.status === 204 ? 'right' : refusalOf(response)));
const restore = (): Promise<unknown> => {
  testApp.clock.advance({ minutes: 1 });
  return voidOpenFactors(testApp.context(), { startedAt: testApp.clock.now() });
};

describe('after a restore', () => {
  test('an event token skips the codes that may have been used, and its user is not locked out meanwhile', async () => {
    const token = await withHotp(testApp);
    await restore();
    expect(restoreCounterStep).toBeLessThan(factorFailuresMax);
    for (let counter = 0; counter < restoreCounterStep; counter += 1)
      expect(await oath(token.user.userId, token.codeAt(counter))).toBe('440 bad-otp');
    expect(await oath(token.user.userId, token.codeAt(restoreCounterStep))).toBe('right');
  });

  test('a time token refuses earlier codes, and accepts the next one', async () => {
    const token = await enrolled(testApp, 'totp');
    await restore();
    for (const steps of [-1, 0])
      expect(await oath(token.user.userId, token.codeNow(steps))).toBe('440 bad-otp');
    testApp.clock.advance({ seconds: 30 });
    expect(await oath(token.user.userId, token.codeNow())).toBe('right');
  });

  test('a sent code, and a verified code that was not consumed, become void', async () => {
    const otpFlow = otpSteps(testApp);
    const [open, verified] = [await otpFlow.sent(), await otpFlow.sent()];
    expect((await otpFlow.verify(verified.id, verified.code)).status).toBe(204);
    await restore();
    expect(refusalOf(await otpFlow.verify(open.id, open.code))).toBe('440 no-such-verification');
    expect((await otpFlow.row(open.id)).proof_until).toBeNull();
    expect((await otpFlow.row(verified.id)).proof_until).toBe('2026-11-15T10:01:00Z');
  });

  test('an open challenge cannot be answered any more', async () => {
    const token = await enrolled(testApp, 'ocra');
    await testApp.database.query(
      `update "authorization".oath_token set status = 'active' where token_id = $1`,
      [token.tokenId],
    );
    const ocra = tokenSteps(testApp);
    const challenge = await ocra.newChallenge(token.user.userId);
    await restore();
    expect(refusalOf(await ocra.answer(challenge.id, token.answerTo(challenge.code)))).toBe(
      '440 no-such-challenge',
    );
  });

  test('an interrupted run does not advance a token twice', async () => {
    const token = await withHotp(testApp);
    testApp.clock.advance({ minutes: 1 });
    const startedAt = testApp.clock.now();
    for (let run = 0; run < 3; run += 1) await voidOpenFactors(testApp.context(), { startedAt });
    expect(await oath(token.user.userId, token.codeAt(restoreCounterStep))).toBe('right');
  });

  test('a counter is raised to that of the ledger, and never decreases', async () => {
    const token = await withHotp(testApp);
    const [row] = await testApp.database.query<{ token_id: string }>(
      `select token_id from "authorization".oath_token where serial = $1`,
      [token.tokenId],
    );
    const ending = (reason: string, at: string): Parameters<typeof replayCounters>[1][number] => ({
      event: 'oath-counter-used',
      bankId: '01',
      subject: row?.token_id ?? '',
      at,
      reason,
    });
    const ledger = [ending('7', '2026-11-15T10:00:00.000Z'), ending('9', '2026-11-15T10:05:00.000Z')];
    for (const step of await replayCounters(testApp.context(), ledger)) await step.apply();
    expect(await replayCounters(testApp.context(), [...ledger, ending('x', '2026-11-15T11:00:00Z')])).toEqual(
      [],
    );
    expect(await oath(token.user.userId, token.codeAt(8))).toBe('440 bad-otp');
    expect(await oath(token.user.userId, token.codeAt(9))).toBe('right');
  });
});

test('a used code of an event token is emitted with the following counter', async () => {
  const token = await withHotp(testApp);
  expect(await oath(token.user.userId, token.codeAt(3))).toBe('right');
  const rows = await testApp.database.query<{ data: string }>(
    `select data::text as data from platform.outbox_event where name = 'oath-counter-used'
      order by position desc limit 1`,
  );
  expect(rows.map(({ data }): unknown => JSON.parse(data))).toEqual([{ reason: '4' }]);
});

test('a seed that a token of another serial number has is found, on every page', async () => {
  const seed = new Secret<Uint8Array>(randomBytes(20));
  const token = { kind: 'hotp', suite: 'sha1', digits: 6, stepSeconds: 30, counter: 0, drift: 0 } as const;
  await importTokens(testApp.context('02'), [{ ...token, serial: 'EQ-1', seed }]);
  const other = { serial: 'EQ-2', seed };
  expect(await findEqualSeeds(testApp.context('02'), [{ serial: 'EQ-1', seed }])).toEqual([]);
  expect(await findEqualSeeds(testApp.context('02'), [other])).toEqual(['EQ-2']);
  expect(await findEqualSeeds(testApp.context('01'), [other])).toEqual([]);
});

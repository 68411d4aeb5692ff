import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FactorVerdict } from '../../domain/factor-verdict.ts';
import { approvalContext, inApproval, preparedResource } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { wrong } from '../../testing/otp-steps.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../../testing/token-steps.suite.ts';
import { recordSignatures } from '../signatures/record-signatures.ts';
import { beginChallenge } from './begin-challenge.ts';
import { prepareChallenge } from './prepare-challenge.ts';
import { verifyChallenge } from './verify-challenge.ts';

let app: AuthorizationTestApp;
let tokens: TokenSteps;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20 });
  tokens = tokenSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const signatureData = 'EUR 50.00 NL91ABNA0417164300';
const begin = (userId: string, authorisationId?: string) =>
  beginChallenge(approvalContext(app, authorisationId), { userId, signatureData });
const answer = async (
  challengeId: string,
  response: string,
  authorisationId?: string,
): Promise<FactorVerdict> => {
  const ctx = approvalContext(app, authorisationId);
  const challenge = await prepareChallenge(ctx, { challengeId });
  return inApproval(ctx, (work) => verifyChallenge(ctx, work, { challenge, response }));
};

describe('a challenge of an approval', () => {
  test('is answered once', async () => {
    const token = await enrolled(app, 'ocra');
    const { challengeCode, challengeId, expiresAt } = await begin(token.user.userId);
    expect(String(expiresAt)).toBe('2026-11-15T10:03:00Z');
    expect(await answer(challengeId, token.answerTo(challengeCode))).toEqual({ kind: 'right' });
    expect(await answer(challengeId, token.answerTo(challengeCode))).toEqual({ kind: 'over', why: 'used' });
  });

  test('allows three wrong responses; a new one over the same data replaces it, up to five failures of the user', async () => {
    const token = await enrolled(app, 'ocra');
    const first = await begin(token.user.userId);
    const miss = (challengeId: string, code: string) => answer(challengeId, wrong(token.answerTo(code)));
    for (const attemptsLeft of [2, 1, 0])
      expect(await miss(first.challengeId, first.challengeCode)).toEqual({
        kind: 'wrong',
        attemptsLeft,
        lockedUntil: undefined,
      });
    expect(await answer(first.challengeId, token.answerTo(first.challengeCode))).toEqual({
      kind: 'over',
      why: 'exhausted',
    });
    const second = await begin(token.user.userId);
    expect(await miss(second.challengeId, second.challengeCode)).toMatchObject({ attemptsLeft: 2 });
    const last = await miss(second.challengeId, second.challengeCode);
    expect(String(last.kind === 'wrong' ? last.lockedUntil : '')).toBe('2026-11-15T10:30:00Z');
    const refused = await answer(second.challengeId, token.answerTo(second.challengeCode));
    expect(refused).toMatchObject({ kind: 'over', why: 'locked-out' });
    await expect(begin(token.user.userId)).rejects.toMatchObject({
      literal: 'too-many-requests',
      more: { retryAfterSeconds: 1_800 },
    });
  });

  test('begun again over the same data supersedes the one before', async () => {
    const token = await enrolled(app, 'ocra');
    const first = await begin(token.user.userId);
    const second = await begin(token.user.userId);
    expect(await answer(first.challengeId, token.answerTo(first.challengeCode))).toEqual({
      kind: 'over',
      why: 'superseded',
    });
    expect(await answer(second.challengeId, token.answerTo(second.challengeCode))).toEqual({ kind: 'right' });
  });

  test('of another authorisation, expired or unknown is over', async () => {
    const token = await enrolled(app, 'ocra');
    const { challengeCode, challengeId } = await begin(token.user.userId);
    const response = token.answerTo(challengeCode);
    const unknown = { kind: 'over', why: 'unknown' };
    expect(await answer(challengeId, response, 'authorisation-2')).toEqual(unknown);
    expect(await answer('never-was', response)).toEqual(unknown);
    app.clock.advance({ minutes: 3 });
    expect(await answer(challengeId, response)).toEqual({ kind: 'over', why: 'expired' });
    expect(await tokens.challengeRow(challengeId)).toMatchObject({ attempts: 0 });
  });

  test('of an unknown user, or one without a device, has no right response', async () => {
    const token = await enrolled(app, 'ocra');
    for (const userId of ['usr_unknown-20', app.users.add().userId]) {
      const { challengeCode, challengeId } = await begin(userId);
      expect(challengeCode).toMatch(/^[0-9]{8}$/);
      expect(await answer(challengeId, token.answerTo(challengeCode))).toEqual({
        kind: 'wrong',
        attemptsLeft: 2,
        lockedUntil: undefined,
      });
    }
  });

  test('signs what it was made for in the command that verifies it', async () => {
    const token = await enrolled(app, 'ocra');
    const { customerNumber = '', userId } = token.user;
    const ctx = approvalContext(app);
    const payload = JSON.stringify({
      instructedAmount: { currency: 'EUR', amount: '50.00' },
      debtorAccount: { iban: 'DE40100100103307118608' },
      creditorAccount: { iban: 'NL91ABNA0417164300' },
    });
    const prepared = await preparedResource(ctx, { owner: customerNumber, resourceId: 'own-1', payload });
    const { challengeCode, challengeId } = await begin(userId);
    const challenge = await prepareChallenge(ctx, { challengeId });
    const recorded = await inApproval(ctx, async (work) => {
      const response = token.answerTo(challengeCode);
      expect(await verifyChallenge(ctx, work, { challenge, response })).toEqual({ kind: 'right' });
      const proof = { kind: 'ocra', id: challengeId, signature: undefined } as const;
      return recordSignatures(ctx, work, { prepared: [prepared], userId, proof, signatureData });
    });
    expect(recorded).toMatchObject([{ outcome: 'accepted', state: 'fulfilled' }]);
  });

  test('of which fifty responses arrive at once compares three', async () => {
    const token = await enrolled(app, 'ocra');
    const { challengeCode, challengeId } = await begin(token.user.userId);
    const response = wrong(token.answerTo(challengeCode));
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => answer(challengeId, response)));
    expect(verdicts.filter(({ kind }) => kind === 'wrong')).toHaveLength(3);
  });
});

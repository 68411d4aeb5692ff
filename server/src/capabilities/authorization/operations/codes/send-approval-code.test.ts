import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { approvalContext } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { type OtpSteps, otpSteps } from '../../testing/otp-steps.suite.ts';
import { sendApprovalCode } from './send-approval-code.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const message = 'EUR 50.00 NL91ABNA0417164300';
const send = (userId: string, more: Partial<Parameters<typeof sendApprovalCode>[1]> = {}) =>
  sendApprovalCode(approvalContext(testApp), { userId, action: 'payment', message, ...more });

describe('a code for an approval', () => {
  test.each(['payment', 'consent'] as const)(
    'of a %s has eight digits and is for this action only',
    async (action) => {
      const user = testApp.users.add();
      const id = await send(user.userId, { action });
      expect(await testApp.codeOf(id)).toMatch(/^[0-9]{8}$/);
      expect(await steps.row(id)).toMatchObject({
        user_id: user.userId,
        action,
        is_dummy: false,
        expires_at: '2026-11-15T10:05:00Z',
      });
    },
  );

  test('for an unknown or suspended user, or one without a number, writes a dummy row', async () => {
    const users = [
      'usr_unknown-2',
      testApp.users.add({ status: 'suspended' }).userId,
      testApp.users.add({ mobileNumber: undefined }).userId,
    ];
    for (const userId of users)
      expect(await steps.row(await send(userId))).toMatchObject({
        user_id: null,
        action: 'payment',
        is_dummy: true,
        is_due: true,
      });
  });

  test('is refused like any code during the wait after the last one, known or unknown', async () => {
    for (const userId of [testApp.users.add().userId, 'usr_unknown-3']) {
      await send(userId);
      await expect(send(userId)).rejects.toMatchObject({
        literal: 'too-many-requests',
        more: { retryAfterSeconds: 30, reason: 'recipient-pace' },
      });
    }
  });

  test('counts for the sender that the caller names', async () => {
    await send(testApp.users.add().userId, { sender: 'PSDDE-BAFIN-1' });
    await send(testApp.users.add().userId, { sender: 'PSDDE-BAFIN-1' });
    const rows = await testApp.database.query<{ tally_key: string; sent: number }>(
      `select regexp_replace(tally_key, ' #[0-9]+$', '') as tally_key, sum(sent)::int as sent
         from "authorization".send_tally where tally_key ~ 'PSDDE-BAFIN-1( |$)' group by 1`,
    );
    expect(rows).toEqual([{ tally_key: 'sms-registered PSDDE-BAFIN-1', sent: 2 }]);
  });

  test('carries no link and no long text', async () => {
    const { userId } = testApp.users.add();
    for (const text of ['EUR 5.00 to www.evil.example', 'x'.repeat(121), 'two\nlines'])
      await expect(send(userId, { message: text })).rejects.toThrow('message cannot be sent with a code');
  });

  test('keeps its message, which the proof is compared with', async () => {
    const id = await send(testApp.users.add().userId);
    const [row] = await testApp.database.query<{ sealed_text: Buffer }>(
      `select sealed_text from "authorization".otp_verification where verification_id = $1`,
      [id],
    );
    const text = testApp.ports.authorizationVault.openText('01', id, row?.sealed_text ?? Buffer.alloc(0));
    expect(at(text, 'message')).toBe(message);
  });
});

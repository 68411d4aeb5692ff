import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { User } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { type OtpSteps, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';
import { sendContactCode } from './send-contact-code.ts';
import { verifyOtp } from './verify-otp.ts';

let app: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
  steps = otpSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

type Ctx = Context & AuthorizationPorts;
type Channel = 'sms' | 'email';

let numbers = 0;
/** Returns a contact of no user. */
function newContact(channel: Channel): string {
  numbers += 1;
  return channel === 'sms' ? `+4915199${String(100_000 + numbers)}` : `new.${numbers}@example.org`;
}

const send = ({ userId }: User, channel: Channel, contact = newContact(channel)): Promise<string> =>
  sendContactCode(app.context(), {
    userId,
    channel,
    contact,
    language: 'de',
    validFor: { minutes: 15 },
  });
const verify = async (channel: Channel, verificationId: string, ctx: Ctx = app.context()): Promise<void> =>
  verifyOtp(ctx, { channel, verificationId, otp: await app.codeOf(verificationId) });
const gone = { literal: 'no-such-verification' };

describe('sendContactCode', () => {
  test('sends to the new contact, not to the one on file, and counts for the user', async () => {
    const user = app.users.add();
    const contact = newContact('sms');
    const id = await send(user, 'sms', contact);
    const [row] = await app.database.query<{ sealed_text: Buffer }>(
      `select sealed_text from "authorization".otp_verification where verification_id = $1`,
      [id],
    );
    const text = app.ports.authorizationVault.openText('01', id, row?.sealed_text ?? Buffer.alloc(0));
    expect(text).toMatchObject({ contact, language: 'de' });
    expect(await steps.row(id)).toMatchObject({
      user_id: user.userId,
      subject: user.userId,
      action: 'contact-change',
      is_dummy: false,
      is_due: true,
      expires_at: '2026-11-15T10:15:00Z',
    });
    await verify('sms', id);
    expect((await steps.row(id)).proof_until).not.toBeNull();
  });

  test('a new number and a new address are verified in parallel', async () => {
    const user = app.users.add();
    const number = await send(user, 'sms');
    const address = await send(user, 'email');
    expect((await steps.row(number)).superseded).toBe(false);
    await verify('sms', number);
    await verify('email', address);
  });

  test('a second code of the same kind supersedes the first, whatever contact it goes to', async () => {
    for (const channel of ['sms', 'email'] as const) {
      const user = app.users.add();
      const first = await send(user, channel);
      app.clock.advance({ minutes: 1 });
      const second = await send(user, channel);
      expect((await steps.row(first)).superseded).toBe(true);
      await expect(verify(channel, first)).rejects.toMatchObject(gone);
      await verify(channel, second);
    }
  });

  test('does not supersede a code of another user, or of another action', async () => {
    const [one, other] = [app.users.add(), app.users.add()];
    const mine = await send(one, 'sms');
    await send(other, 'sms');
    app.clock.advance({ minutes: 1 });
    const login = await steps.sendTo(one.userId);
    expect(login.status).toBe(202);
    await verify('sms', mine);
    await steps.verify(String(login.body), await app.codeOf(String(login.body)));
    expect((await steps.row(String(login.body))).proof_until).not.toBeNull();
  });

  test('a pending user may verify a contact; a suspended or closed one may not', async () => {
    const pending = app.users.add({ status: 'pending' });
    await verify('email', await send(pending, 'email'));
    for (const status of ['suspended', 'closed'] as const) {
      const user = app.users.add();
      const id = await send(user, 'email');
      app.users.change(user.userId, { status });
      await expect(verify('email', id)).rejects.toMatchObject({ literal: 'bad-otp' });
    }
  });

  test('no other client can verify it, and none by the interface', async () => {
    const id = await send(app.users.add(), 'sms');
    const code = await app.codeOf(id);
    const otherClient: Ctx = { ...app.context(), caller: { kind: 'system', job: 'other', bankId: '01' } };
    await expect(verify('sms', id, otherClient)).rejects.toMatchObject(gone);
    expect(refusalOf(await steps.verify(id, code))).toBe('440 no-such-verification');
    // None of them consumed an attempt.
    expect(await steps.attempts(id)).toBe(0);
    await verify('sms', id);
  });

  test('five wrong codes exhaust it, and lock the user out like those of any other code', async () => {
    const user = app.users.add();
    const id = await send(user, 'sms');
    const otp = wrong(await app.codeOf(id));
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(
        verifyOtp(app.context(), { channel: 'sms', verificationId: id, otp }),
      ).rejects.toMatchObject({ literal: 'bad-otp' });
    await expect(verify('sms', id)).rejects.toMatchObject({ literal: 'too-many-requests' });
    await expect(send(user, 'email')).rejects.toMatchObject({ literal: 'too-many-requests' });
  });

  test('expires', async () => {
    const id = await send(app.users.add(), 'email');
    app.clock.advance({ minutes: 15 });
    await expect(verify('email', id)).rejects.toMatchObject(gone);
  });
});

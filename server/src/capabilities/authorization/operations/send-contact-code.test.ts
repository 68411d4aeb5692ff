import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  refusalOf,
} from '../testing/authorization-test-app.suite.ts';
import { type OtpSteps, otpSteps, wrong } from '../testing/otp-steps.suite.ts';
import { sendContactCode } from './send-contact-code.ts';
import { verifyOtp } from './verify-otp.ts';

let app: AuthorizationTestApp;
let words: OtpSteps;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
  words = otpSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

type Ctx = Context & AuthorizationPorts;
type Channel = 'sms' | 'email';

let numbers = 0;
/** A contact nobody has. */
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
  test('sends to the new contact, not to the one on file, and counts at the user', async () => {
    const user = app.users.add();
    const contact = newContact('sms');
    const id = await send(user, 'sms', contact);
    const [row] = await app.database.query<{ sealed_text: Buffer }>(
      `select sealed_text from "authorization".otp_verification where verification_id = $1`,
      [id],
    );
    const text = app.ports.authorizationVault.openText('01', id, row?.sealed_text ?? Buffer.alloc(0));
    expect(text).toMatchObject({ contact, language: 'de' });
    expect(await words.row(id)).toMatchObject({
      user_id: user.userId,
      subject: user.userId,
      action: 'contact-change',
      is_decoy: false,
      is_due: true,
      expires_at: '2026-11-15T10:15:00Z',
    });
    await verify('sms', id);
    expect((await words.row(id)).proof_until).not.toBeNull();
  });

  test('a new number and a new address are proven side by side', async () => {
    const user = app.users.add();
    const number = await send(user, 'sms');
    const address = await send(user, 'email');
    expect((await words.row(number)).superseded).toBe(false);
    await verify('sms', number);
    await verify('email', address);
  });

  test('a second code of the same kind takes the place of the first, whatever contact it goes to', async () => {
    for (const channel of ['sms', 'email'] as const) {
      const user = app.users.add();
      const first = await send(user, channel);
      app.clock.advance({ minutes: 1 });
      const second = await send(user, channel);
      expect((await words.row(first)).superseded).toBe(true);
      await expect(verify(channel, first)).rejects.toMatchObject(gone);
      await verify(channel, second);
    }
  });

  test('neither takes the place of the same of somebody else, or of a code for something else', async () => {
    const [one, other] = [app.users.add(), app.users.add()];
    const mine = await send(one, 'sms');
    await send(other, 'sms');
    app.clock.advance({ minutes: 1 });
    const login = await words.sendTo(one.userId);
    expect(login.status).toBe(202);
    await verify('sms', mine);
    await words.verify(String(login.body), await app.codeOf(String(login.body)));
    expect((await words.row(String(login.body))).proof_until).not.toBeNull();
  });

  test('somebody who is pending may prove a contact; whoever was suspended or closed since may not', async () => {
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
    const stranger: Ctx = { ...app.context(), caller: { kind: 'system', job: 'other', bankId: '01' } };
    await expect(verify('sms', id, stranger)).rejects.toMatchObject(gone);
    expect(refusalOf(await words.verify(id, code))).toBe('440 no-such-verification');
    // None of them used up an attempt.
    expect(await words.attempts(id)).toBe(0);
    await verify('sms', id);
  });

  test('five wrong codes are enough, and block the user like those of any other code', async () => {
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

  test('is over when its time is over', async () => {
    const id = await send(app.users.add(), 'email');
    app.clock.advance({ minutes: 15 });
    await expect(verify('email', id)).rejects.toMatchObject(gone);
  });
});

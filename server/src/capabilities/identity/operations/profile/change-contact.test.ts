import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactProbesPerDay } from '../../domain/policy.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { changeContact } from './change-contact.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());

const startEmail = (user: TestUser, email: string) =>
  app.send('PUT', '/me/email', { as: customer(user), body: { email } });
const startPhone = (user: TestUser, number: string) =>
  app.send('PUT', '/me/phone-number', { as: customer(user), body: { 'phone-number': number } });
const verificationsOf = ({ userId }: TestUser) =>
  app.database.query<{ kind: string; verification_id: string; expires_at: Date }>(
    'select kind, verification_id, expires_at from identity.contact_verification where user_id = $1 order by kind',
    [userId],
  );
const namesOf = async ({ userId }: TestUser) => (await app.eventsOf(userId)).map(({ name }) => name);

describe('starting the verification of a new contact', () => {
  test('sends a code to the new address, and leaves the verified one in use', async () => {
    const user = await app.register();
    expect((await startEmail(user, 'Anna.New@EXAMPLE.org')).status).toBe(202);
    const [row] = await verificationsOf(user);
    const { verificationId } = await app.newestCode(user.userId);
    expect(row).toMatchObject({ kind: 'email', verification_id: verificationId });
    expect(await namesOf(user)).toContain('email-verification-started');
    const me = await app.get('/me', customer(user));
    expect(me.body).toMatchObject({ email: user.email, 'email-verified': true });
  });

  test('sends a code to the new number, for ten minutes', async () => {
    const user = await app.register();
    const now = app.clock.now();
    expect((await startPhone(user, '+49 (171) 555-0001')).status).toBe(202);
    const [row] = await verificationsOf(user);
    expect(row?.expires_at.getTime()).toBe(now.add({ minutes: 10 }).epochMilliseconds);
    expect(await namesOf(user)).toContain('phone-number-verification-started');
  });

  test('stores neither address nor number in plain text', async () => {
    const user = await app.register();
    await startEmail(user, 'secret.place@example.org');
    const rows = await app.database.query<{ text: string }>(
      `select row_to_json(u)::text as text from identity.user_account u where user_id = $1
       union all select row_to_json(v)::text from identity.contact_verification v where user_id = $1
       union all select data from platform.outbox_event where aggregate_id = $1
       union all select record from platform.audit_entry where aggregate_id = $1`,
      [user.userId],
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ text }) => /secret\.?place/i.test(text))).toEqual([]);
  });

  test.each([
    ['/me/email', { email: 'no-address' }, ['400 email format']],
    ['/me/email', { email: 'a@b\u202e.example' }, ['400 email format']],
    ['/me/email', { email: 'a@b.example\r\nBcc: c@d.example' }, ['400 email format']],
    ['/me/email', { email: 'a@b.example', otp: '123456' }, ['400 otp unknown-field']],
    ['/me/email', {}, ['400 email required']],
    ['/me/phone-number', { 'phone-number': '0171 5550001' }, ['400 phone-number format']],
    ['/me/phone-number', { 'phone-number': '+0000000' }, ['400 phone-number format']],
  ])('refuses at %s a malformed value: %j', async (path, body, errors) => {
    const user = await app.register();
    expect(errorsOf(await app.send('PUT', path, { as: customer(user), body }))).toEqual(errors);
    expect(await verificationsOf(user)).toEqual([]);
  });

  test('returns email-already-used for every spelling of the address, and sends nothing', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const response = await startEmail(user, other.email.toUpperCase());
    expect(refusalOf(response)).toBe('440 email-already-used');
    expect(await verificationsOf(user)).toEqual([]);
  });

  test('returns phone-number-already-used', async () => {
    const [user, other] = [await app.register(), await app.register()];
    expect(refusalOf(await startPhone(user, other.phone))).toBe('440 phone-number-already-used');
  });

  test('allows two users to request a contact that is not verified yet', async () => {
    const [user, other] = [await app.register(), await app.register()];
    expect((await startEmail(user, 'wanted@example.org')).status).toBe(202);
    app.clock.advance({ minutes: 2 });
    expect((await startEmail(other, 'wanted@example.org')).status).toBe(202);
  });

  test('is limited per day, over both kinds, and refusals count as well', async () => {
    const [user, other] = [await app.register(), await app.register()];
    for (let probe = 0; probe < contactProbesPerDay; probe += 1) {
      const response = await (probe % 2 === 0
        ? startEmail(user, other.email)
        : startPhone(user, other.phone));
      expect(response.status).toBe(440);
    }
    const response = await startEmail(user, 'free@example.org');
    expect(refusalOf(response)).toBe('429 too-many-requests');
    expect(response.headers['retry-after']).toBeDefined();
    expect((await startPhone(other, '+491715550099')).status).toBe(202);
    app.clock.advance({ hours: 24, seconds: 1 });
    expect((await startEmail(user, 'free@example.org')).status).toBe(202);
  });

  test('does nothing for the verified value, and cancels the pending one', async () => {
    const user = await app.register();
    await startEmail(user, 'mistyped@example.org');
    for (let again = 0; again < contactProbesPerDay + 1; again += 1)
      expect((await startEmail(user, user.email)).status).toBe(202);
    expect(await verificationsOf(user)).toEqual([]);
    const codes = await app.database.query(
      `select from "authorization".otp_verification where user_id = $1`,
      [user.userId],
    );
    expect(codes).toHaveLength(1);
  });

  test('allows one of many concurrent starts, and that one can be confirmed', async () => {
    const user = await app.register();
    const addresses = Array.from({ length: 5 }, (_, index) => `wish.${index}@example.org`);
    const responses = await Promise.all(addresses.map((email) => startEmail(user, email)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(0);
    expect(statuses.every((status) => [202, 429].includes(status))).toBe(true);
    const { code, verificationId } = await app.newestCode(user.userId);
    expect((await verificationsOf(user))[0]?.verification_id).toBe(verificationId);
    const confirmed = await Promise.all(
      addresses.map((email) =>
        app.send('PUT', '/me/email/confirm', { as: customer(user), body: { email, otp: code } }),
      ),
    );
    expect(confirmed.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  test('leaves the previous code valid when the next one would come too soon', async () => {
    const user = await app.register();
    await startEmail(user, 'patient@example.org');
    const { code } = await app.newestCode(user.userId);
    expect(refusalOf(await startEmail(user, 'patient@example.org'))).toBe('429 too-many-requests');
    expect(refusalOf(await startEmail(user, 'another@example.org'))).toBe('429 too-many-requests');
    const body = { email: 'patient@example.org', otp: code };
    const confirmed = await app.send('PUT', '/me/email/confirm', { as: customer(user), body });
    expect(confirmed.status).toBe(204);
  });

  test('starts again after an interrupted request', async () => {
    const user = await app.register();
    await startEmail(user, 'first@example.org');
    await app.database.query(
      `update identity.contact_verification set verification_id = '' where user_id = $1`,
      [user.userId],
    );
    expect(refusalOf(await startPhone(user, '+491715550777'))).toBe('429 too-many-requests');
    app.clock.advance({ minutes: 2 });
    expect((await startEmail(user, 'first@example.org')).status).toBe(202);
  });

  test('requires a recent second factor, and a customer', async () => {
    const user = await app.register();
    const body = { email: 'new@example.org' };
    const old = await app.send('PUT', '/me/email', { as: customer(user, { ageSeconds: 600 }), body });
    expect(old.status).toBe(401);
    const weak = await app.send('PUT', '/me/email', { as: customer(user, { assurance: '1fa' }), body });
    expect(weak.status).toBe(401);
    await expect(
      changeContact(app.context(), { kind: 'email', value: 'new@example.org' }),
    ).rejects.toMatchObject({ literal: 'forbidden' });
  });

  test('does nothing for a user who may not sign in any more', async () => {
    const user = await app.register();
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect((await startEmail(user, 'late@example.org')).status).toBe(401);
    const unknown = { ...user, userId: 'usr_01JZZZZZZZZZZZZZZZZZZZZZZZ' };
    expect((await startEmail(unknown, 'late@example.org')).status).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyOtp } from '#capabilities/authorization/index.ts';
import { codeContext } from '../../steps/code-context.ts';
import { findUser } from '../../store/users.store.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { confirmContact } from './confirm-contact.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());

type Kind = 'email' | 'phone';
let made = 0;
const newContact = (kind: Kind) => {
  made += 1;
  return kind === 'email' ? `new.${made}@example.org` : `+49171${String(5_550_000 + made)}`;
};
const fieldsOf = (kind: Kind, value: string) =>
  kind === 'email' ? { email: value } : { 'phone-number': value };
const pathOf = (kind: Kind) => (kind === 'email' ? '/me/email' : '/me/phone-number');
const start = (user: TestUser, kind: Kind, value: string) =>
  app.send('PUT', pathOf(kind), { as: customer(user), body: fieldsOf(kind, value) });
const confirm = (user: TestUser, kind: Kind, { otp, value }: { value: string; otp: string }) =>
  app.send('PUT', `${pathOf(kind)}/confirm`, {
    as: customer(user),
    body: { ...fieldsOf(kind, value), otp },
  });
/** Starts a verification, and returns the code that was sent. */
const started = async (user: TestUser, kind: Kind, value: string) => {
  app.clock.advance({ minutes: 2 });
  expect((await start(user, kind, value)).status).toBe(202);
  return (await app.newestCode(user.userId)).code;
};
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const storedOf = async ({ userId }: TestUser) => {
  const ctx = app.context();
  const user = await findUser(ctx.db, ctx, userId);
  if (user === undefined) throw new Error('no such user');
  return user;
};
const namesOf = async ({ userId }: TestUser) => (await app.eventsOf(userId)).map(({ name }) => name);

describe('verifying a contact', () => {
  test('replaces the address, stores the old one encrypted, and emits an event', async () => {
    const user = await app.register();
    const value = newContact('email');
    const otp = await started(user, 'email', value);
    expect((await confirm(user, 'email', { value, otp })).status).toBe(204);
    const { profile } = await storedOf(user);
    expect([profile.email, profile.openEmail]).toEqual([value, undefined]);
    const open = await app.database.query('select from identity.contact_verification where user_id = $1', [
      user.userId,
    ]);
    expect(open).toEqual([]);
    expect((await app.eventsOf(user.userId)).at(-1)).toEqual({
      name: 'email-verified',
      data: { 'user-id': user.userId, reason: 'changed', at: expect.any(String) },
    });
    const [former] = await app.database.query<{ former_contact_id: string; sealed_value: Buffer }>(
      'select former_contact_id, sealed_value from identity.former_contact where user_id = $1',
      [user.userId],
    );
    if (former === undefined) throw new Error('no former contact was stored');
    const place = { bankId: '01', table: 'former_contact', rowId: former.former_contact_id } as const;
    expect(app.ports.identityVault.openText(place, former.sealed_value)).toBe(user.email);
    expect(former.sealed_value.toString('latin1')).not.toContain(user.email);
  });

  test('starts a cooling-off period of a day for a number that replaced another one', async () => {
    const user = await app.register();
    const value = newContact('phone');
    const otp = await started(user, 'phone', value);
    const now = app.clock.now();
    expect((await confirm(user, 'phone', { value, otp })).status).toBe(204);
    const { phoneCoolingOffUntil, profile } = await storedOf(user);
    expect(profile.phone).toBe(value);
    expect(phoneCoolingOffUntil?.since(now).total('hours')).toBe(24);
    expect(await namesOf(user)).toContain('phone-number-verified');
  });

  test('leaves no SMS code behind that could serve as a second factor', async () => {
    const user = await app.register();
    const value = newContact('phone');
    const otp = await started(user, 'phone', value);
    const { verificationId } = await app.newestCode(user.userId);
    await confirm(user, 'phone', { value, otp });
    const [row] = await app.database.query<{ consumed_by: string | null }>(
      `select consumed_by from "authorization".otp_verification where verification_id = $1`,
      [verificationId],
    );
    expect(row?.consumed_by).toBe(`phone of ${user.userId}`);
  });

  test('activates a new user with the first contact, and the first number has no cooling-off period', async () => {
    const user = await app.register();
    const ctx = app.context();
    await app.database.query(
      `update identity.user_account set status = 'pending', phone_index = null, sealed_profile = $2 where user_id = $1`,
      [
        user.userId,
        ctx.identityVault.sealProfile('01', user.userId, {
          ...(await storedOf(user)).profile,
          email: undefined,
          phone: undefined,
        }),
      ],
    );
    const value = newContact('phone');
    const otp = await started(user, 'phone', value);
    expect((await confirm(user, 'phone', { value, otp })).status).toBe(204);
    const { phoneCoolingOffUntil, state } = await storedOf(user);
    expect({ state, phoneCoolingOffUntil }).toEqual({ state: 'active', phoneCoolingOffUntil: undefined });
    expect((await app.eventsOf(user.userId)).slice(-2)).toEqual([
      {
        name: 'phone-number-verified',
        data: { 'user-id': user.userId, reason: 'first', at: expect.any(String) },
      },
      { name: 'user-activated', data: { 'user-id': user.userId } },
    ]);
  });

  test('succeeds when it was done before, whatever the code', async () => {
    const user = await app.register();
    const value = newContact('email');
    const otp = await started(user, 'email', value);
    await confirm(user, 'email', { value, otp });
    expect((await confirm(user, 'email', { value, otp })).status).toBe(204);
    expect((await confirm(user, 'email', { value: value.toUpperCase(), otp: wrong(otp) })).status).toBe(204);
    expect((await namesOf(user)).filter((name) => name === 'email-verified')).toHaveLength(1);
  });

  test('stores the address to which the code was sent, not the one typed later', async () => {
    const user = await app.register();
    const value = `Mixed.${made}.Case@example.org`;
    const otp = await started(user, 'email', value);
    expect((await confirm(user, 'email', { value: value.toLowerCase(), otp })).status).toBe(204);
    expect((await storedOf(user)).profile.email).toBe(value);
  });
});

describe('a contact that cannot be verified', () => {
  test.each(['email', 'phone'] as const)('%s: a wrong code is a mismatch, and counts', async (kind) => {
    const user = await app.register();
    const value = newContact(kind);
    const otp = await started(user, kind, value);
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(errorsOf(await confirm(user, kind, { value, otp: wrong(otp) }))).toEqual(['400 otp mismatch']);
    expect((await confirm(user, kind, { value, otp })).status).toBe(204);
  });

  test('only asks to wait after five wrong codes, although the sixth is right', async () => {
    const user = await app.register();
    const value = newContact('email');
    const otp = await started(user, 'email', value);
    for (let attempt = 0; attempt < 5; attempt += 1) await confirm(user, 'email', { value, otp: wrong(otp) });
    expect(refusalOf(await confirm(user, 'email', { value, otp }))).toBe('429 too-many-requests');
    app.clock.advance({ minutes: 31 });
    expect(refusalOf(await confirm(user, 'email', { value, otp }))).toBe('440 verification-expired');
    expect((await storedOf(user)).profile.email).toBe(user.email);
  });

  test.each([
    ['email', 60],
    ['phone', 10],
  ] as const)('returns verification-expired for %s after %i minutes', async (kind, minutes) => {
    const user = await app.register();
    const value = newContact(kind);
    const otp = await started(user, kind, value);
    app.clock.advance({ minutes });
    expect(refusalOf(await confirm(user, kind, { value, otp }))).toBe('440 verification-expired');
  });

  test('returns verification-expired where no verification was started for this value', async () => {
    const user = await app.register();
    const otp = await started(user, 'email', newContact('email'));
    const other = newContact('email');
    expect(refusalOf(await confirm(user, 'email', { value: other, otp }))).toBe('440 verification-expired');
    expect(refusalOf(await confirm(user, 'phone', { value: newContact('phone'), otp }))).toBe(
      '440 verification-expired',
    );
  });

  test('accepts the newest code only: an older one verifies neither value', async () => {
    const user = await app.register();
    const [first, second] = [newContact('email'), newContact('email')];
    const old = await started(user, 'email', first);
    const otp = await started(user, 'email', second);
    expect(refusalOf(await confirm(user, 'email', { value: first, otp: old }))).toBe(
      '440 verification-expired',
    );
    // With a probability of one in a million both codes are the same.
    const refused = await confirm(user, 'email', { value: second, otp: old === otp ? wrong(otp) : old });
    expect(errorsOf(refused)).toEqual(['400 otp mismatch']);
    expect((await confirm(user, 'email', { value: second, otp })).status).toBe(204);
  });

  test('is not verified by the code of another user', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const value = newContact('email');
    const otp = await started(user, 'email', value);
    expect(refusalOf(await confirm(other, 'email', { value, otp }))).toBe('440 verification-expired');
  });

  test.each(['12345', '123456789', 'abcdef', '１２３４５６'])('refuses %s as a code', async (otp) => {
    const user = await app.register();
    const response = await confirm(user, 'email', { value: newContact('email'), otp });
    expect(errorsOf(response)).toEqual(['400 otp pattern']);
  });

  test('does nothing for a user suspended since, nor for a non-customer', async () => {
    const user = await app.register();
    const value = newContact('email');
    const otp = await started(user, 'email', value);
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect((await confirm(user, 'email', { value, otp })).status).toBe(401);
    await expect(confirmContact(app.context(), { kind: 'email', value, otp })).rejects.toMatchObject({
      literal: 'forbidden',
    });
  });
});

describe('concurrent requests', () => {
  test('give an address that two users verify to exactly one of them', async () => {
    const users = [await app.register(), await app.register(), await app.register()];
    const value = newContact('email');
    const codes: string[] = [];
    for (const user of users) codes.push(await started(user, 'email', value));
    const responses = await Promise.all(
      users.map((user, index) => confirm(user, 'email', { value, otp: codes[index] ?? '' })),
    );
    expect(responses.map(refusalOf).toSorted()).toEqual([
      '204',
      '440 verification-expired',
      '440 verification-expired',
    ]);
    const stored = await Promise.all(users.map(storedOf));
    expect(stored.filter(({ profile }) => profile.email === value)).toHaveLength(1);
  });

  test('with the same code have one effect, and all succeed', async () => {
    const user = await app.register();
    const value = newContact('phone');
    const otp = await started(user, 'phone', value);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => confirm(user, 'phone', { value, otp })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 204));
    expect((await namesOf(user)).filter((name) => name === 'phone-number-verified')).toHaveLength(1);
    const former = await app.database.query('select from identity.former_contact where user_id = $1', [
      user.userId,
    ]);
    expect(former).toHaveLength(1);
  });

  test('continue where a request was interrupted after the code was verified', async () => {
    const user = await app.register();
    const value = newContact('phone');
    const otp = await started(user, 'phone', value);
    const { verificationId } = await app.newestCode(user.userId);
    await verifyOtp(codeContext(app.context()), { channel: 'sms', verificationId, otp });
    expect((await storedOf(user)).profile.phone).toBe(user.phone);
    expect((await confirm(user, 'phone', { value, otp })).status).toBe(204);
    expect((await storedOf(user)).profile.phone).toBe(value);
  });
});

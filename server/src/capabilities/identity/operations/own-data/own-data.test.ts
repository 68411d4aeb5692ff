import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { acceptTerms } from './accept-terms.ts';
import { changeContactOf } from './change-contact-of.ts';
import { findContactOwner } from './find-contact-owner.ts';
import { findOwnUser } from './find-own-user.ts';
import { isCoolingDown } from './is-cooling-down.ts';
import { probeContact } from './probe-contact.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const callerOf = ({ userId }: TestUser): Caller => ({
  kind: 'customer',
  clientId: 'app',
  bankId: '01',
  scopes: new Set(),
  binding: 'none',
  assurance: 'sca',
  authenticatedAt: app.clock.now(),
  userId,
  customerNumber: undefined,
  actingFor: undefined,
  deviceId: undefined,
});

test('another capability changes a proven contact in its own command; the former one is kept for a day', async () => {
  const user = await app.register();
  const ctx = app.contextAs(callerOf(user));
  const { bankId, db } = ctx;
  const { userId } = user;
  const value = 'changed@example.net';
  await runCommand(ctx, async (work) => {
    const changes = await changeContactOf(ctx, work, { kind: 'email', value });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes });
  });
  expect((await findOwnUser(ctx, db, userId))?.email).toEqual({ value, isVerified: true });
  expect(await findContactOwner(ctx, db, { kind: 'email', value })).toMatchObject({ userId });
  expect(await findContactOwner(ctx, db, { kind: 'email', value: user.email })).toBeUndefined();
  const now = app.clock.now();
  expect(await isCoolingDown(db, { bankId, userId, now })).toBe(true);
  expect(await isCoolingDown(db, { bankId, userId, now: now.add({ hours: 24 }) })).toBe(false);
  expect((await app.eventsOf(userId)).map(({ name }) => name)).toContain('email-verified');
});

test('a contact of another user is refused when the command is saved, and a probe says so', async () => {
  const [user, other] = [await app.register(), await app.register()];
  const ctx = app.contextAs(callerOf(user));
  const contact = { kind: 'phone', value: other.phone } as const;
  const { userId } = user;
  const audit = { aggregateKind: 'user', aggregateId: userId, changes: [] };
  const probed = await runCommand(ctx, async (work) => {
    work.audit(audit);
    return probeContact(ctx, work, { ...contact, userId });
  });
  expect(probed).toBe('taken');
  const changing = runCommand(ctx, async (work) => {
    await changeContactOf(ctx, work, contact);
    work.audit(audit);
  });
  await expect(changing).rejects.toMatchObject({ literal: 'phone-number-already-used' });
});

test('a user accepts terms; a suspended user cannot', async () => {
  const user = await app.register();
  const ctx = app.contextAs(callerOf(user));
  await runCommand(ctx, async (work) => {
    const changes = await acceptTerms(ctx, work, { version: '2027-01' });
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes });
  });
  expect((await findOwnUser(ctx, ctx.db, user.userId))?.termsVersion).toBe('2027-01');
  expect(await findOwnUser(ctx, ctx.db, 'usr_00000000000000000000000000')).toBeUndefined();
});

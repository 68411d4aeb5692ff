import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '../../steps/own-user.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { signInBySms } from '../../testing/sign-in-steps.suite.ts';
import { choosePicture } from './choose-picture.ts';
import { findSignedInUser } from './find-signed-in-user.ts';
import { mayChangeContacts } from './may-change-contacts.ts';
import { signOut } from './sign-out.ts';
import { viewPictures } from './view-pictures.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 6 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.advance({ hours: 48 }));

async function signedIn(user: TestUser): Promise<SignedInUser> {
  const { outcome } = await signInBySms(app, user);
  if (outcome.kind !== 'finished') throw new Error(outcome.kind);
  const found = await findSignedInUser(app.context(), outcome.sessionSecret);
  if (found === undefined) throw new Error('no user is signed in');
  return found;
}

const picturesOf = async ({ userId }: TestUser): Promise<readonly unknown[]> =>
  app.database.query(`select picture_id from identity.picture where user_id = $1`, [userId]);

test('choosePicture stores one of the offered pictures, and tells that it was set', async () => {
  const user = await app.register();
  const request = await signedIn(user);
  expect(viewPictures(app.context(), request)).toMatchObject({ kind: 'choose-picture' });
  await choosePicture(app.context(), request, 5);
  await choosePicture(app.context(), request, 0);
  expect(await picturesOf(user)).toHaveLength(1);
  expect((await app.eventsOf(user.userId)).map(({ name }) => name)).toContain('hint-picture-set');
});

test('choosePicture changes nothing in a session that has ended since it was read', async () => {
  const user = await app.register();
  const request = await signedIn(user);
  await signOut(app.context(), request, 'here');
  await expect(choosePicture(app.context(), request, 1)).rejects.toMatchObject({ literal: 'unauthorized' });
  await expect(choosePicture(app.context(), request, 6)).rejects.toMatchObject({ literal: 'invalid' });
  expect(await picturesOf(user)).toEqual([]);
});

test('mayChangeContacts allows two factors for five minutes, and one factor never', async () => {
  const { session, user } = await signedIn(await app.register());
  const ctx = app.context();
  expect(mayChangeContacts(ctx, { session, user })).toBe(true);
  expect(mayChangeContacts(ctx, { session: { ...session, assurance: '1fa' }, user })).toBe(false);
  app.clock.advance({ seconds: 300 });
  expect(mayChangeContacts(ctx, { session, user })).toBe(true);
  app.clock.advance({ seconds: 1 });
  expect(mayChangeContacts(ctx, { session, user })).toBe(false);
});

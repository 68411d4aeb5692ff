import { beginPasskey } from '../operations/account/begin-passkey.ts';
import { findSignedInUser } from '../operations/account/find-signed-in-user.ts';
import { savePasskey } from '../operations/account/save-passkey.ts';
import type { SignedInUser } from '../steps/own-user.ts';
import { type IdentityTestApp, type TestUser, testOrigin } from './identity-test-app.suite.ts';
import { signInBySms } from './sign-in-steps.suite.ts';
import { createTestAuthenticator, type TestAuthenticator } from './test-authenticator.suite.ts';

/** The relying party of the test app, and the origin of its pages. */
export const testSite = { rpId: 'portico.test', origin: testOrigin };

/** Signs a user in on the bank's own page. */
export async function signedInUserOf(app: IdentityTestApp, user: TestUser): Promise<SignedInUser> {
  const { outcome } = await signInBySms(app, user);
  const signedIn = await findSignedInUser(
    app.context(),
    outcome.kind === 'finished' ? outcome.sessionSecret : '',
  );
  if (signedIn === undefined) throw new Error('no user is signed in');
  return signedIn;
}

/** A user with a passkey on a device. */
export interface PasskeyOwner {
  readonly user: TestUser;
  readonly device: TestAuthenticator;
  readonly request: SignedInUser;
}

/** Registers a user who adds a passkey. */
export async function registerPasskeyOwner(app: IdentityTestApp): Promise<PasskeyOwner> {
  const user = await app.register();
  const request = await signedInUserOf(app, user);
  const device = createTestAuthenticator(testSite);
  const response = device.create(await beginPasskey(app.context(), request));
  const isSaved = await savePasskey(app.context(), request, {
    response,
    name: 'Mine',
    browserName: 'Firefox',
  });
  if (!isSaved) throw new Error('the passkey was not saved');
  return { user, device, request };
}

export async function passkeyIdsOf(app: IdentityTestApp, userId: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ id: string }>(
    `select passkey_id as id from identity.passkey where user_id = $1`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

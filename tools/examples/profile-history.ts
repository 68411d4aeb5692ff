import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';
import { codeOfProvider, pictureUrl } from './remote-servers.ts';

const signedIn = ({ userId }: TestUser): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'identity.me',
  assurance: 'sca',
});

/** The user sets pictures, and links the login of another provider and unlinks it. */
export async function profileHistory(recorder: Recorder, user: TestUser): Promise<void> {
  await pictures(recorder, user);
  await logins(recorder, user);
}

async function pictures({ call }: Recorder, user: TestUser): Promise<void> {
  const request = { as: signedIn(user), path: { username: user.username } };
  const body = { 'picture-url': pictureUrl };
  const absent = { 'picture-url': 'https://content.example/pictures/none' };
  await call('Identity_Users_SetProfilePicture', { ...request, body: absent, fails: 400 });
  await call('Identity_Users_SetProfilePicture', { ...request, body });
  await call('Identity_Users_SetHintPicture', { ...request, body });
  const query = { include: 'profile-picture-url' };
  const profile = await call('Identity_Me_Get', { as: request.as, query });
  const address = new URL(String(at(profile.body, 'profile-picture-url')));
  const [pictureId = '', bank = ''] = address.pathname.split('/').toReversed();
  await call('Identity_Pictures_Get', { path: { bank, 'picture-id': pictureId } });
}

async function logins({ call }: Recorder, user: TestUser): Promise<void> {
  const as = signedIn(user);
  const secrets = { codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', nonce: 'n-0S6_WzA2Mj' };
  const body = {
    provider: 'google',
    code: codeOfProvider(secrets),
    'code-verifier': secrets.codeVerifier,
    nonce: secrets.nonce,
  };
  await call('Identity_Me_LinkLogin', { as, body: { ...body, provider: 'other' }, fails: 440 });
  await call('Identity_Me_LinkLogin', { as, body });
  await call('Identity_Me_UnlinkLogin', { as, path: { login: 'maria.weber@mail.example' } });
}

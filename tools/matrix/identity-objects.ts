import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { OpenPath, OwnedObject, PathValues } from './objects.ts';

const unknownName = 'matrix.nobody.9999';
const otherUser = 'usr_01JCQ5D8F0000000000000ZZZZ';

let made = 0;
/** The user made last; whose a name is, is known only then. */
const newest = { userId: otherUser };

/** A user who was just registered and has proved nothing yet. */
export async function registerUser(
  app: TestApp,
): Promise<{ readonly userId: string; readonly username: string }> {
  made += 1;
  const number = String(made).padStart(7, '0');
  const username = `matrix.person.${number}`;
  const answer = await app.call({
    method: 'POST',
    path: '/v1/identity/users',
    as: { kind: 'application', id: 'matrix-registry', banks: ['01'], scope: 'identity.users.register' },
    headers: { 'idempotency-key': `matrix-user-${number.padStart(16, '0')}` },
    body: { username, email: `${username}@example.com`, 'phone-number': `+49152${number}1` },
  });
  if (answer.status !== 201) throw new Error(`not made: ${answer.status} ${answer.text}`);
  return { userId: String(at(answer.body, 'user-id')), username };
}

async function makeUser(app: TestApp): Promise<PathValues> {
  const { userId, username } = await registerUser(app);
  newest.userId = userId;
  return { username };
}

const customer = (id: string, bank = '01'): TokenRequest => ({
  kind: 'customer',
  id,
  banks: [bank],
  scope: 'identity.me',
  assurance: 'sca',
});

const ownUser: OwnedObject = {
  kind: 'owned',
  make: makeUser,
  unknown: { username: unknownName },
  get rightful() {
    return customer(newest.userId);
  },
  get otherBank() {
    return customer(newest.userId, '02');
  },
  otherOwner: customer(otherUser),
};

/** Also staff, who look at anybody, do so in their own bank only. */
const userForStaff: OwnedObject = {
  kind: 'owned',
  make: makeUser,
  unknown: ownUser.unknown,
  get rightful() {
    return customer(newest.userId);
  },
  otherBank: { kind: 'employee', id: 'matrix-staff', banks: ['02'], roles: ['identity.users.read'] },
  otherOwner: customer(otherUser),
};

/** An old version: whoever may set the picture is told so, and no picture has to be fetched. */
const ownPicture: OwnedObject = {
  kind: 'owned',
  make: makeUser,
  unknown: ownUser.unknown,
  sends: { headers: { 'if-match': '"999999"' }, body: { 'picture-url': 'https://content.example/p.png' } },
  get rightful() {
    return customer(newest.userId);
  },
  otherBank: { kind: 'employee', id: 'matrix-staff', banks: ['02'], roles: ['identity.users.register'] },
  otherOwner: customer(otherUser),
};

const anyName = (why: string): OpenPath => ({ kind: 'open', why, values: { username: unknownName } });

const sameForAll = anyName('the answer is the same whoever has the name, and for a name that nobody has');

const ownLogin: OpenPath = {
  kind: 'open',
  why: 'a login is looked for among those of the caller; the name of somebody else’s leads nowhere',
  values: { login: 'nobody@example.com' },
};

const picture: OpenPath = {
  kind: 'open',
  why: 'a picture is for whoever was told its name, which nobody can guess',
  values: { bank: '01', 'picture-id': 'AAAAAAAAAAAAAAAAAAAAAA' },
};

const pagesOfBank: OpenPath = {
  kind: 'open',
  why: 'the path names a bank; whose account is shown is known by the browser’s cookie',
  values: { bank: '01' },
};

/** How the object of each identity route, and of the pages of an account, comes to be, and who else tries. */
export const identityObjects = {
  Identity_Users_Get: userForStaff,
  Identity_Users_Questions: ownUser,
  Identity_Users_SetProfilePicture: ownPicture,
  Identity_Users_SetHintPicture: ownPicture,
  Identity_Users_Available: anyName('the question is whether a name is anybody’s; quotas limit who asks'),
  Identity_Users_ValidateAnswers: sameForAll,
  Identity_Users_ResetPassword: sameForAll,
  Identity_Users_RecoverUsername: sameForAll,
  Identity_Me_UnlinkLogin: ownLogin,
  Identity_Pictures_Get: picture,
  Account_Show: pagesOfBank,
  Account_ShowReset: pagesOfBank,
  // As a browser sends a form of our own pages; forms of others are refused, whoever sends them.
  Account_Change: { ...pagesOfBank, sends: { headers: { 'sec-fetch-site': 'same-origin' } } },
};

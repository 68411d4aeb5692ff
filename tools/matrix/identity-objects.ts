import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { OpenPath, OwnedObject, PathValues } from './object-entry.ts';

const unknownName = 'matrix.unknown.9999';
const otherUser = 'usr_01JCQ5D8F0000000000000ZZZZ';

let made = 0;
/** The newest user; the owner of an object is known only after its creation. */
const newest = { userId: otherUser };

/** Registers a user without verified contacts. */
export async function registerUser(
  app: TestApp,
): Promise<{ readonly userId: string; readonly username: string }> {
  made += 1;
  const number = String(made).padStart(7, '0');
  const username = `matrix.person.${number}`;
  const response = await app.call({
    method: 'POST',
    path: '/v1/identity/users',
    as: { kind: 'application', id: 'matrix-registry', banks: ['01'], scope: 'identity.users.register' },
    headers: { 'idempotency-key': `matrix-user-${number.padStart(16, '0')}` },
    body: { username, email: `${username}@example.com`, 'phone-number': `+49152${number}1` },
  });
  if (response.status !== 201) throw new Error(`user not created: ${response.status} ${response.text}`);
  return { userId: String(at(response.body, 'user-id')), username };
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

/** Employees, who may read every user, may do so in their own bank only. */
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

/** Sends an outdated version: an allowed caller gets a version conflict, and no picture is fetched. */
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

const agent = (bank: string): TokenRequest => ({
  kind: 'employee',
  id: 'matrix-staff',
  banks: [bank],
  roles: ['identity.users.register'],
});

/** Employees may change the state of every user of their own bank. */
const userOfBank: OwnedObject = {
  kind: 'owned',
  make: makeUser,
  unknown: ownUser.unknown,
  sends: { body: { reason: 'agent' } },
  rightful: agent('01'),
  otherBank: agent('02'),
  otherOwner: { none: 'employees may change the state of every user of their bank' },
};

/** A user in the state from which the operation leads to another one. */
const userIn = (state: 'active' | 'suspended'): OwnedObject => ({
  ...userOfBank,
  async make(app) {
    const values = await makeUser(app);
    await app.database.query('update identity.user_account set status = $2 where username = $1', [
      values['username'],
      state,
    ]);
    return values;
  },
});

const anyName = (why: string): OpenPath => ({ kind: 'open', why, values: { username: unknownName } });

const sameForAll = anyName('the response is the same for every username, known or unknown');

const ownLogin: OpenPath = {
  kind: 'open',
  why: 'the operation searches only the logins of the caller; the login of another user is not found',
  values: { login: 'unknown@example.com' },
};

const picture: OpenPath = {
  kind: 'open',
  why: 'the picture id is a random secret; its possession allows reading the picture',
  values: { bank: '01', 'picture-id': 'AAAAAAAAAAAAAAAAAAAAAA' },
};

const pagesOfBank: OpenPath = {
  kind: 'open',
  why: 'the path names a bank; the session cookie identifies the account',
  values: { bank: '01' },
};

const returnOfBank: OpenPath = {
  kind: 'open',
  why: 'the state names a sign-in; only the browser with its cookies can continue it',
  values: { bank: '01', provider: 'google' },
};

/** Objects of the identity routes and account pages, and the callers that try to use them. */
export const identityObjects = {
  Identity_Users_Get: userForStaff,
  Identity_Users_Questions: ownUser,
  Identity_Users_SetProfilePicture: ownPicture,
  Identity_Users_SetHintPicture: ownPicture,
  Identity_Users_Available: anyName(
    'the operation returns whether a username is in use; quotas limit its callers',
  ),
  Identity_Users_ValidateAnswers: sameForAll,
  Identity_Users_ResetPassword: sameForAll,
  Identity_Users_RecoverUsername: sameForAll,
  Identity_Users_Suspend: userIn('active'),
  Identity_Users_Reinstate: userIn('suspended'),
  Identity_Users_Unlock: userIn('active'),
  Identity_Me_UnlinkLogin: ownLogin,
  Identity_Pictures_Get: picture,
  Account_Show: pagesOfBank,
  Account_ShowReset: pagesOfBank,
  Account_ReturnFromLogin: returnOfBank,
  // The header of a form on our own pages; the product refuses forms of other sites from all callers.
  Account_Change: { ...pagesOfBank, sends: { headers: { 'sec-fetch-site': 'same-origin' } } },
};

import { cleanUpAuthorization } from '../../server/src/capabilities/authorization/index.ts';
import { cleanUpIdentity } from '../../server/src/capabilities/identity/index.ts';
import { findUser } from '../../server/src/capabilities/identity/store/users.store.ts';
import { goodPassword } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { walkToFactor } from '../../server/src/capabilities/identity/testing/sign-in-steps.suite.ts';
import { expireAuthorisations } from '../../server/src/capabilities/sca/operations/expire-authorisations.ts';
import { eachText } from '../../tools/erasure/database-texts.ts';
import type { LifecycleHarness } from './lifecycles-harness.ts';
import type { History } from './lifecycles-history.ts';
import { type ModelUser, stateOfUser, survivorOf } from './lifecycles-people.ts';

/** Compares every user with the state of its party. */
export async function verifyUsers(history: History): Promise<void> {
  for (const user of history.users)
    for (const error of await errorsOf(history, user)) history.errors.push(error);
}

async function errorsOf({ harness }: History, user: ModelUser): Promise<readonly string[]> {
  const ctx = harness.testApp.context();
  const found = await findUser(ctx.db, ctx, user.userId);
  if (found === undefined) return ['a user does not exist'];
  const fate = stateOfUser(user);
  const { email, phone } = found.profile;
  const { customerNumber } = survivorOf(user.person);
  const isErased = fate === 'closed';
  return [
    ...(fate === 'any' || found.state === fate ? [] : [`a user of a ${fate} party is ${found.state}`]),
    ...(isErased || found.customerNumber === customerNumber
      ? []
      : ['a user has the number of a merged party']),
    ...(isErased && (email !== undefined || phone !== undefined) ? ['an erased user has contacts'] : []),
    ...[email, phone]
      .filter((contact) => contact !== undefined && !user.proven.has(contact))
      .map(() => 'a user has a contact that was never verified'),
  ];
}

/** Compares devices and restrictions with the state of their party. */
export async function verifyClients({ errors, harness, people, users }: History): Promise<void> {
  const { database } = harness.testApp;
  for (const user of users.filter((one) => stateOfUser(one) !== 'any')) {
    const devices = await database.query<{ status: string }>(
      'select status from client.device where user_id = $1',
      [user.userId],
    );
    const isErased = stateOfUser(user) === 'closed';
    if (isErased && devices.length > 0) errors.push('an erased user has devices');
    if (devices.some(({ status }) => status !== 'unpaired')) errors.push('an ended user has a paired device');
  }
  for (const { customerNumber, mergedInto, state } of people) {
    if (mergedInto === undefined && state !== 'erased') continue;
    const [row] = await database.query<{ count: string }>(
      `select (select count(*) from client.restriction where client_number = $1) +
              (select count(*) from client.fraud_report where client_number = $1) as count`,
      [customerNumber],
    );
    if (row?.count !== '0') errors.push('a merged or erased party has restrictions or reports');
  }
}

/** Results of the sign-ins of a history. */
export interface SignIns {
  /** Users whose party has ended. */
  readonly tried: number;
  readonly usable: number;
  /** Users who may sign in; they prove that the attempt works. */
  readonly allowed: number;
  readonly worked: number;
}

/** Signs in with the right password of one user whose party has ended, and of one who may sign in. */
export async function verifySignIns({ harness, users }: History): Promise<SignIns> {
  const ended = users.find((user) => stateOfUser(user) !== 'any');
  const active = users.find((user) => stateOfUser(user) === 'any' && !user.isDead);
  const usable = ended !== undefined && (await reachesSecondFactor(harness, ended));
  const worked = active !== undefined && (await reachesSecondFactor(harness, active));
  return {
    tried: ended === undefined ? 0 : 1,
    usable: usable ? 1 : 0,
    allowed: active === undefined ? 0 : 1,
    worked: worked ? 1 : 0,
  };
}

/** Tells whether the right password leads to the second factor. Users suspended for a merge do not count. */
async function reachesSecondFactor(
  { testApp }: LifecycleHarness,
  { userId, username }: ModelUser,
): Promise<boolean> {
  const walk = await walkToFactor(testApp, { username, password: goodPassword });
  const page = await walk.page();
  const found = await findUser(testApp.context().db, testApp.context(), userId);
  return found?.state === 'active'
    ? !page.startsWith('password')
    : /^(?:factor|code|passkey|done)/v.test(page);
}

const words = /cnry[a-j]{7}x|\+491\d{10}/gv;

/** Counts the texts of erased parties that are still readable a day later, with all existing keys. */
export async function countTraces(
  { approvals, testApp }: LifecycleHarness,
  masterKey: Buffer,
  histories: readonly History[],
): Promise<number> {
  testApp.clock.advance({ hours: 25 });
  await cleanUpIdentity(testApp.context());
  await cleanUpAuthorization(testApp.context());
  await expireAuthorisations(approvals.context());
  await testApp.database.query('delete from platform.idempotency_record');
  const readable = new Set<string>();
  for await (const { text } of eachText(testApp.database, { masterKey }))
    for (const word of text.match(words) ?? []) readable.add(word);
  return textsOfErased(histories).filter((word) => readable.has(word)).length;
}

function textsOfErased(histories: readonly History[]): readonly string[] {
  const erased = histories.flatMap(({ people, users }) => [
    ...people.filter(({ state }) => state === 'erased').flatMap(({ canary, phone }) => [canary, phone]),
    ...users
      .filter((user) => stateOfUser(user) === 'closed')
      .flatMap(({ proven }) => [...proven].filter((contact) => contact.startsWith('+'))),
  ]);
  return [...new Set(erased)];
}

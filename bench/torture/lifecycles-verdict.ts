import { cleanUpAuthorization } from '../../server/src/capabilities/authorization/index.ts';
import { cleanUpIdentity } from '../../server/src/capabilities/identity/index.ts';
import { findUser } from '../../server/src/capabilities/identity/store/users.store.ts';
import { goodPassword } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { walkToFactor } from '../../server/src/capabilities/identity/testing/sign-in-steps.suite.ts';
import { eachText } from '../../tools/erasure/database-texts.ts';
import type { LifecycleHarness } from './lifecycles-harness.ts';
import type { History } from './lifecycles-history.ts';
import { type ModelUser, stateOfUser, survivorOf } from './lifecycles-people.ts';

/** Compares every user with what has become of its party. */
export async function verifyUsers(history: History): Promise<void> {
  for (const user of history.users)
    for (const fault of await faultsOf(history, user)) history.faults.push(fault);
}

async function faultsOf({ harness: rig }: History, user: ModelUser): Promise<readonly string[]> {
  const ctx = rig.testApp.context();
  const found = await findUser(ctx.db, ctx, user.userId);
  if (found === undefined) return ['a user is gone'];
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
      .map(() => 'a user has a contact that was never proven'),
  ];
}

/** How sign-ins of a history went. */
export interface SignIns {
  /** Of users whose party has ended. */
  readonly tried: number;
  readonly usable: number;
  /** Of users who may: they show that the others could have. */
  readonly allowed: number;
  readonly worked: number;
}

/** Tries the name and the right password of one user whose party has ended, and of one who may sign in. */
export async function verifySignIns({ harness: rig, users }: History): Promise<SignIns> {
  const ended = users.find((user) => stateOfUser(user) !== 'any');
  const active = users.find((user) => stateOfUser(user) === 'any' && !user.isDead);
  const usable = ended !== undefined && (await isIn(rig, ended));
  const worked = active !== undefined && (await isIn(rig, active));
  return {
    tried: ended === undefined ? 0 : 1,
    usable: usable ? 1 : 0,
    allowed: active === undefined ? 0 : 1,
    worked: worked ? 1 : 0,
  };
}

/** Whether the right password leads to the second factor. A user who is suspended for a merge is no such user. */
async function isIn({ testApp: world }: LifecycleHarness, { userId, username }: ModelUser): Promise<boolean> {
  const walk = await walkToFactor(world, { username, password: goodPassword });
  const page = await walk.page();
  const found = await findUser(world.context().db, world.context(), userId);
  return found?.state === 'active'
    ? !page.startsWith('password')
    : /^(?:factor|code|passkey|done)/v.test(page);
}

const words = /cnry[a-j]{7}x|\+491\d{10}/gv;

/** How many words of erased people can still be read, a day later, with every key that is left. */
export async function countTraces(
  { testApp: world }: LifecycleHarness,
  masterKey: Buffer,
  histories: readonly History[],
): Promise<number> {
  world.clock.advance({ hours: 25 });
  await cleanUpIdentity(world.context());
  await cleanUpAuthorization(world.context());
  await world.database.query('delete from platform.idempotency_record');
  const readable = new Set<string>();
  for await (const { text } of eachText(world.database, { masterKey }))
    for (const word of text.match(words) ?? []) readable.add(word);
  return wordsOfErased(histories).filter((word) => readable.has(word)).length;
}

function wordsOfErased(histories: readonly History[]): readonly string[] {
  const erased = histories.flatMap(({ people, users }) => [
    ...people.filter(({ state }) => state === 'erased').flatMap(({ canary, phone }) => [canary, phone]),
    ...users
      .filter((user) => stateOfUser(user) === 'closed')
      .flatMap(({ proven }) => [...proven].filter((contact) => contact.startsWith('+'))),
  ]);
  return [...new Set(erased)];
}

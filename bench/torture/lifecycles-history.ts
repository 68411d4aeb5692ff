import { Problem } from '../../server/src/platform/kernel/problem.ts';
import type { OpenLine } from '../../tools/erasure/inbox.ts';
import type { Chance } from '../harness/chance.ts';
import { type LifecycleHarness, phoneOf } from './lifecycles-harness.ts';
import {
  expectedResponse,
  isLive,
  type ModelPerson,
  type ModelUser,
  sameParty,
  stateOfUser,
  survivorOf,
  usersOf,
} from './lifecycles-people.ts';

/** A running history: its events, the expected state, and the errors found. */
export interface History {
  readonly harness: LifecycleHarness;
  readonly chance: Chance;
  readonly people: ModelPerson[];
  readonly users: ModelUser[];
  readonly steps: string[];
  readonly errors: string[];
  /** Number of new users whose party is alive and must get a notice, and number of missing notices. */
  readonly notices: { due: number; missing: number };
  readonly counter: { next: number };
}

type Step = (history: History) => Promise<string | undefined>;

const anyPerson = ({ chance, people }: History): ModelPerson => chance.oneOf(people);
const peopleMax = 3;

/** All possible steps; a step that is not possible now does nothing. */
const steps: Readonly<Record<string, Step>> = {
  async appear(history) {
    if (history.people.length >= peopleMax) return undefined;
    return (await appear(history)).canary;
  },
  async verify(history) {
    const person = anyPerson(history);
    if (!isLive(person) || person.state === 'dead') return undefined;
    await history.harness.server.verify(person.customerNumber, [
      { method: 'mobile', value: person.phone },
      { method: 'email', value: person.email },
    ]);
    person.isVerified = true;
    return person.canary;
  },
  async signUp(history) {
    const person = anyPerson(history);
    return register(history, { person, email: person.email, phone: person.phone });
  },
  /** An attacker who reads an old mailbox that an employee once entered, with the attacker's own phone. */
  async steal(history) {
    const person = anyPerson(history);
    history.counter.next += 1;
    const phone = phoneOf('70', history.counter.next);
    return register(history, { person, email: person.typedEmail, phone });
  },
  async vouch(history) {
    const person = anyPerson(history);
    const survivor = survivorOf(person);
    history.counter.next += 1;
    const index = history.counter.next;
    const contacts = { email: `new${index}.${person.canary}@example.org`, phone: phoneOf('60', index) };
    const { response, user } = await history.harness.register({ person, ...contacts, by: 'staff' });
    const expected = isLive(survivor) && survivor.state !== 'dead' ? '201' : '403 forbidden';
    evaluate(history, response, expected);
    if (user !== undefined) history.users.push(user);
    return `${person.canary} ${response}`;
  },
  async changeContact(history) {
    const { chance, counter, harness, users } = history;
    if (users.length === 0) return undefined;
    const user = chance.oneOf(users);
    counter.next += 1;
    const kind = chance.oneOf(['email', 'phone'] as const);
    const value =
      kind === 'email'
        ? `later${counter.next}.${user.person.canary}@example.org`
        : phoneOf('60', counter.next);
    const isCodeRight = chance.integer(1, 3) > 1;
    const isDone = await harness.changeContact(user, kind, { value, isCodeRight });
    if (isDone && !isCodeRight) history.errors.push('a wrong code confirmed a contact');
    if (isDone) {
      user.proven.add(value);
      user[kind] = value;
    }
    return `${kind} ${isDone}`;
  },
  async pair({ chance, harness, users }) {
    const active = users.filter((user) => stateOfUser(user) === 'any');
    if (active.length === 0) return undefined;
    const user = chance.oneOf(active);
    await harness.pair(user);
    return user.person.canary;
  },
  async restrict(history) {
    const person = anyPerson(history);
    if (!isLive(person) || person.state === 'dead') return undefined;
    await history.harness.restrict(person);
    return person.canary;
  },
  async merge(history) {
    const live = history.people.filter(isLive);
    if (live.length < 2) return undefined;
    const person = history.chance.oneOf(live);
    const survivor = history.chance.oneOf(live.filter((one) => one !== person));
    await history.harness.server.merge(person.customerNumber, survivor.customerNumber);
    person.mergedInto = survivor;
    return `${person.canary} into ${survivor.canary}`;
  },
  async report(history) {
    const person = anyPerson(history);
    if (!isLive(person) || person.state !== 'living') return undefined;
    await history.harness.server.reportDeath(person.customerNumber, 'relative');
    person.state = 'reported';
    return person.canary;
  },
  async die(history) {
    const person = anyPerson(history);
    if (!isLive(person) || person.state === 'dead') return undefined;
    await history.harness.server.reportDeath(person.customerNumber);
    person.state = 'dead';
    for (const user of usersOf(history.users, person)) user.isDead = true;
    return person.canary;
  },
  async erase(history) {
    const person = anyPerson(history);
    if (!isLive(person)) return undefined;
    await history.harness.server.erase(person.customerNumber);
    for (const one of sameParty(history.people, person)) one.state = 'erased';
    return person.canary;
  },
};

/** Steps that happen more often than the end of a relationship. */
const often: readonly string[] = [
  'verify',
  'verify',
  'signUp',
  'signUp',
  'signUp',
  'vouch',
  'changeContact',
  'pair',
];
const names = [...Object.keys(steps), ...often];

async function appear({ counter, people, harness }: History): Promise<ModelPerson> {
  counter.next += 1;
  const person = await harness.person(counter.next);
  people.push(person);
  return person;
}

async function register(
  history: History,
  request: { readonly person: ModelPerson; readonly email: string; readonly phone: string },
): Promise<string> {
  const expected = expectedResponse(history, request);
  const { response, user } = await history.harness.register({ ...request, by: 'application' });
  evaluate(history, response, expected);
  if (user !== undefined) history.users.push(user);
  return `${request.person.canary} ${response}`;
}

function evaluate({ errors, users }: History, response: string, expected: string): void {
  // Contacts of erased users are free only after the user was closed; until then they are in use.
  const isFollowing = users.some((user) => stateOfUser(user) === 'closed') && response.startsWith('440');
  if (response !== expected && !isFollowing)
    errors.push(`registration returned ${response}, not ${expected}`);
}

/** Runs one history to its end: steps in random order, with events that arrive late, twice or out of order. */
export async function leadHistory(history: History, length: number): Promise<void> {
  const { chance } = history;
  await appear(history);
  await appear(history);
  for (let count = 0; count < length; count += 1) {
    const name = chance.oneOf(names);
    history.harness.testApp.clock.advance({ minutes: 11 });
    const done = await steps[name]?.(history);
    if (done !== undefined) history.steps.push(`${name} ${done}`);
    await history.harness.inbox.collect();
    await reactToSome(history, chance.integer(0, 3));
  }
  await drain(history);
}

/** Processes some of the waiting events, in random order; some twice. */
export async function reactToSome(history: History, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await reactToOne(history);
}

async function reactToOne(history: History): Promise<void> {
  const { chance, harness } = history;
  const open = harness.inbox.open();
  if (open.length === 0) return;
  const line = chance.oneOf(open);
  if (chance.integer(1, 5) === 1) await attempt(history, line, { isRepeated: true });
  await attempt(history, line, { isRepeated: false });
  await harness.inbox.collect();
}

/** Retries a refused event later, as the worker does; the following events of its line wait. */
async function attempt(
  history: History,
  line: OpenLine,
  more: { readonly isRepeated: boolean },
): Promise<boolean> {
  const due = noticeDue(history, line, more);
  const before = due ? await messagesIn(history) : 0;
  try {
    await history.harness.inbox.deliver(line, more);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  if (due) {
    history.notices.due += 1;
    if ((await messagesIn(history)) === before) history.notices.missing += 1;
  }
  return true;
}

/** Tells whether this event announces a new user of a party that can get messages. */
function noticeDue(
  { users }: History,
  { events, eventHandler: reaction }: OpenLine,
  { isRepeated }: { readonly isRepeated: boolean },
): boolean {
  const [event] = events;
  if (isRepeated || reaction.consumer !== 'identity-notices' || event?.name !== 'user-registered')
    return false;
  const user = users.find(({ userId }) => userId === event.aggregateId);
  return user !== undefined && stateOfUser(user) === 'any';
}

async function messagesIn({ harness }: History): Promise<number> {
  const [row] = await harness.testApp.database.query<{ count: string }>(
    'select count(*) from correspondence.communication',
  );
  return Number(row?.count);
}

/** Processes all waiting events in random order; an event that can never be processed is an error. */
export async function drain(history: History): Promise<void> {
  const { chance, errors, harness } = history;
  const failed = new Set<string>();
  for (;;) {
    await harness.inbox.collect();
    const open = harness.inbox.open().filter(({ key }) => !failed.has(key));
    if (open.length === 0) break;
    const line = chance.oneOf(open);
    if (await attempt(history, line, { isRepeated: false })) failed.clear();
    else failed.add(line.key);
  }
  for (const key of failed) errors.push(`never processed: ${key.replace(/ .*$/v, '')}`);
}

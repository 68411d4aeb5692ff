import { changeUserState } from '../../server/src/capabilities/identity/index.ts';
import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import { outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import {
  type ApprovalKind,
  approvalKinds,
  type OpenedApproval,
  payBefore,
} from './lifecycles-approval-kinds.ts';
import { approvalErrors } from './lifecycles-approval-verdict.ts';
import { drain, type History, reactToSome } from './lifecycles-history.ts';
import { muteOne } from './lifecycles-mutes.ts';
import type { ModelPerson, ModelUser } from './lifecycles-people.ts';

/** What happens to a customer, or to the user of the customer, while an approval is in progress. */
export const happenings = ['merged', 'reported', 'dead', 'erased', 'suspended', 'closed'] as const;
export type Happening = (typeof happenings)[number];

/** How often each kind of approval meets each happening; in the checks each kind meets half of them. */
const rounds: Readonly<Record<Scale, number>> = { ci: 0.5, night: 2, full: 4 };

interface Life {
  readonly kind: ApprovalKind;
  readonly happening: Happening;
  /** The events are processed after the attempts to finish, otherwise before. */
  readonly isLate: boolean;
  readonly person: ModelPerson;
  readonly user: ModelUser;
}

/** Result of the approvals of one batch. */
export interface ApprovalTally {
  lives: number;
  /** Approvals in progress that their customer finished. */
  finished: number;
  /** Approvals in progress that had to end, and did. */
  ended: number;
}

/**
 * Runs approvals whose customers are merged, die, are erased, or whose users are suspended or closed. The history has
 * the errors found, and the people, so that the search for texts of erased parties includes them.
 */
export async function leadApprovals(history: History, scale: Scale): Promise<ApprovalTally> {
  const { approvals, testApp } = history.harness;
  const survivor = await register(history);
  const lives: Life[] = [];
  for (const [kind, happening] of combinations(rounds[scale], history.chance)) {
    const isLate = history.chance.integer(0, 1) === 0;
    lives.push({ kind, happening, isLate, ...(await register(history)) });
  }
  // New users may not sign for a day.
  testApp.clock.advance({ hours: 25 });
  const tally: ApprovalTally = { lives: 0, finished: 0, ended: 0 };
  for (const life of lives) {
    const owner = life.person.customerNumber;
    const before = await payBefore(approvals, { user: life.user, owner });
    testApp.clock.advance({ hours: 1 });
    const subject = await approvals.payment(owner);
    const parts = { user: life.user, thief: survivor.user, subject };
    await muteOne(history.harness, life);
    const opened = await approvalKinds[life.kind](approvals, parts);
    await runLife(history, { life, opened, before, survivor: survivor.person }, tally);
  }
  approvals.choose({});
  return tally;
}

/** Returns each kind of approval with each happening, as often as there are rounds. */
function combinations(count: number, chance: Chance): readonly (readonly [ApprovalKind, Happening])[] {
  const kinds: readonly ApprovalKind[] = ['named', 'code', 'page', 'confirmation', 'device'];
  const all = kinds.flatMap((kind) => happenings.map((happening) => [kind, happening] as const));
  if (count >= 1) return Array.from({ length: count }, () => all).flat();
  const first = chance.integer(0, 1);
  return all.filter((_, index) => (index + Math.floor(index / happenings.length)) % 2 === first);
}

async function register(
  history: History,
): Promise<{ readonly person: ModelPerson; readonly user: ModelUser }> {
  const { counter, harness, people, users } = history;
  counter.next += 1;
  const person = await harness.person(counter.next);
  const { email, phone } = person;
  await harness.server.verify(person.customerNumber, [
    { method: 'mobile', value: phone },
    { method: 'email', value: email },
  ]);
  person.isVerified = true;
  const { response, user } = await harness.register({ person, email, phone, by: 'application' });
  if (user === undefined) throw new Error(`a customer could not register: ${response}`);
  people.push(person);
  users.push(user);
  await drain(history);
  return { person, user };
}

interface LifeParts {
  readonly life: Life;
  readonly opened: OpenedApproval;
  /** Payments that the customer approved before. */
  readonly before: readonly SubjectRef[];
  /** The party into which the party of the customer is merged. */
  readonly survivor: ModelPerson;
}

async function runLife(history: History, parts: LifeParts, tally: ApprovalTally): Promise<void> {
  const { chance, errors, harness, steps } = history;
  const { before, life, opened, survivor } = parts;
  const { database } = harness.testApp;
  steps.push(`${life.kind} ${life.happening}${life.isLate ? ' late' : ''} ${life.person.canary}`);
  await happen[life.happening](history, { ...life, survivor });
  await harness.inbox.collect();
  if (!life.isLate) await drain(history);
  else await reactToSome(history, chance.integer(0, 2));
  await opened.steal();
  if ((await outcomeOf(database, opened.subject)).moves > 0)
    errors.push(`a ${life.kind} approval was finished by another person`);
  await opened.finish();
  await drain(history);
  const { moves } = await outcomeOf(database, opened.subject);
  const context = { ...life, opened, before, moves };
  for (const error of await approvalErrors(harness, context))
    errors.push(`${life.kind} ${life.happening}${life.isLate ? ' late' : ''}: ${error}`);
  tally.lives += 1;
  if (moves > 0) tally.finished += 1;
  else tally.ended += 1;
}

interface Affected extends Life {
  readonly survivor: ModelPerson;
}

const happen: Readonly<Record<Happening, (history: History, affected: Affected) => Promise<void>>> = {
  async merged({ harness }, { person, survivor }) {
    await harness.server.merge(person.customerNumber, survivor.customerNumber);
    person.mergedInto = survivor;
  },
  async reported({ harness }, { person }) {
    await harness.server.reportDeath(person.customerNumber, 'relative');
    person.state = 'reported';
  },
  async dead({ harness }, { person, user }) {
    await harness.server.reportDeath(person.customerNumber);
    person.state = 'dead';
    user.isDead = true;
  },
  async erased({ harness }, { person }) {
    await harness.server.erase(person.customerNumber);
    person.state = 'erased';
  },
  suspended: ({ harness }, { user: { userId } }) =>
    changeUserState(harness.testApp.context(), { userId, to: 'suspended', reason: 'fraud' }),
  closed: ({ harness }, { user: { userId } }) =>
    changeUserState(harness.testApp.context(), { userId, to: 'closed', reason: 'customer' }),
};

import {
  type ChangeUserState,
  changeUserState,
  describeUser,
  type IdentityPorts,
  identityCapability,
  normalizeUsername,
  reasonsOfStaff as reasons,
  registerAgent,
  type UserDescription,
  unlockUser,
} from '#capabilities/identity/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { type Command, type CommandGroup, defineCommand } from '../program/command.ts';
import { refusal } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text, textLike } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { employee, requireEmployee } from './acting-employee.ts';

type Deps = Context & IdentityPorts;
type KnownUser = NonNullable<Awaited<ReturnType<IdentityPorts['authorization']['users']['find']>>>;

const needs = portsOf(identityCapability);
const user = required(text('USER', 'username or user id'));

const reasonOf = <const Reason extends string>(list: readonly Reason[]) =>
  required(choice('REASON', list, 'why'));

const show = defineCommand({
  name: 'show',
  summary: 'show state, lockout and factors of a user, without secrets and contacts',
  options: { bank, user },
  examples: ['users show --bank 01 --user anna.devries'],
  needs,
  async run({ contextFor, options, out }) {
    const described = await describeUser(contextFor(options.bank), { name: options.user });
    out.result(described, linesOf(described));
  },
});

const unlock = defineCommand({
  name: 'unlock',
  summary: 'reset wrong passwords, and allow sign-in by password again',
  options: { bank, user, reason: reasonOf(reasons.unlock) },
  examples: ['users unlock --bank 01 --user anna.devries --reason identity-proven'],
  needs,
  async run({ contextFor, options, out }) {
    const { bank: bankId, reason, user: name } = options;
    const deps = contextFor(bankId);
    const known = await findUser(deps, name);
    if (known.status !== 'active' && known.status !== 'locked') throw inState(known);
    const { userId } = known;
    await unlockUser(deps, { userId, reason });
    out.result({ bank: bankId, userId, outcome: 'unlocked' }, [
      `${name}: unlocked`,
      `next: users show --bank ${bankId} --user ${userId}`,
    ]);
  },
});

const targets = { suspend: 'suspended', reinstate: 'active', close: 'closed' } as const;

const suspend = defineCommand({
  name: 'suspend',
  summary: 'refuse every sign-in of a user, and end all sessions',
  options: { bank, user, reason: reasonOf(reasons.suspend) },
  examples: ['users suspend --bank 01 --user anna.devries --reason fraud'],
  needs,
  async run({ contextFor, options, out }) {
    await changeState(contextFor(options.bank), { ...options, action: 'suspend' }, out);
  },
});

const reinstate = defineCommand({
  name: 'reinstate',
  summary: 'allow a suspended user to sign in again, with failures reset',
  options: { bank, user, reason: reasonOf(reasons.reinstate) },
  examples: ['users reinstate --bank 01 --user anna.devries --reason identity-proven'],
  needs,
  async run({ contextFor, options, out }) {
    const deps = contextFor(options.bank);
    const { status } = await findUser(deps, options.user);
    // A pending user becomes active by confirming a contact, not by this command.
    if (status === 'pending')
      throw refusal(`${options.user}: is pending and was never active; nothing was changed`);
    await changeState(deps, { ...options, action: 'reinstate' }, out);
  },
});

const close = defineCommand({
  name: 'close',
  summary: 'close an account permanently; the username stays reserved',
  options: { bank, user, reason: reasonOf(reasons.close) },
  examples: ['users close --bank 01 --user anna.devries --reason customer'],
  needs,
  async preview({ contextFor, options }) {
    const {
      customerNumber = 'none',
      status,
      userId,
      username,
    } = await findUser(contextFor(options.bank), options.user);
    return [`closes ${username}: user id ${userId}, customer number ${customerNumber}, ${status}`];
  },
  async run({ contextFor, options, out }) {
    await changeState(contextFor(options.bank), { ...options, action: 'close' }, out);
  },
});

const personName = (placeholder: string, summary: string) =>
  required(
    textLike(placeholder, summary, {
      expected: '1 to 70 characters',
      isValid: (given) => given.trim() !== '' && given.length <= 70,
    }),
  );

const addAgent = defineCommand({
  name: 'add-agent',
  summary: 'register an agent: a user who signs in nowhere, gets tokens, and may be named in signing rules',
  options: {
    bank,
    username: required(
      textLike('NAME', 'username of the agent', {
        expected: '5 to 64 lower-case letters, digits and . _ @ + -',
        isValid: (given) => normalizeUsername(given) === given,
      }),
    ),
    'first-name': personName('NAME', 'first name'),
    'last-name': personName('NAME', 'last name'),
    employee,
  },
  examples: [
    'users add-agent --bank 01 --username agnes.vogt --first-name Agnes --last-name Vogt --employee e-17',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const deps = contextFor(options.bank);
    await requireEmployee(deps, options.employee, config);
    const { userId, username } = await registerAgent(deps, {
      username: options.username,
      firstName: options['first-name'],
      lastName: options['last-name'],
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, userId, username, kind: 'agent' }, [
      `${username}: agent registered as ${userId}`,
      `next: tokens assign SERIAL ${userId} --bank ${options.bank}`,
    ]);
  },
});

const commands: readonly Command[] = [show, addAgent, unlock, suspend, reinstate, close];

/** Commands with which operators manage user accounts. */
export const userCommands: CommandGroup = { name: 'users', summary: 'manage user accounts', commands };

async function findUser({ authorization, bankId, db }: Deps, name: string): Promise<KnownUser> {
  const known = await authorization.users.find(db, { bankId, name });
  if (known === undefined) throw standardProblems['not-found']();
  return known;
}

function inState({ status, username }: KnownUser): Error {
  return standardProblems.conflict({ message: `${username} is ${status}; nothing was changed.` });
}

async function changeState(
  deps: Deps,
  change: {
    readonly action: keyof typeof targets;
    readonly bank: string;
    readonly user: string;
    readonly reason: ChangeUserState['reason'];
  },
  out: Output,
): Promise<void> {
  const { action, bank: bankId, reason, user: name } = change;
  const known = await findUser(deps, name);
  const to = targets[action];
  // The operation refuses other states; these two an operator meets most, and wants to read which one it is.
  if (known.status === to || known.status === 'closed') throw inState(known);
  const { userId } = known;
  await changeUserState(deps, { userId, to, reason });
  out.result({ bank: bankId, userId, state: to }, [
    `${name}: ${to}`,
    nextOf(action, `--bank ${bankId} --user ${userId}`),
  ]);
}

function nextOf(action: keyof typeof targets, target: string): string {
  switch (action) {
    case 'suspend':
      return `next: users reinstate ${target} --reason identity-proven, or users close ${target} --reason …`;
    case 'reinstate':
      return `next: users show ${target}`;
    case 'close':
      return `next: users show ${target}, with the id: the username no longer finds the account`;
  }
}

function linesOf(user: UserDescription): readonly string[] {
  const { closedAt, customerNumber, email, lastLoginAt, lockedUntil, passkeys, password, phone, state } =
    user;
  return [
    `username         ${user.username}`,
    `user id          ${user.userId}`,
    `customer number  ${customerNumber ?? 'none'}`,
    `state            ${state}`,
    `lock             ${lockedUntil === undefined ? 'none' : `until ${lockedUntil.toString({ smallestUnit: 'second' })}`}`,
    `closed at        ${closedAt.length === 0 ? 'none' : closedAt.map((kind) => `${kind} browsers`).join(', ')}`,
    `last sign-in     ${lastLoginAt === undefined ? 'never' : lastLoginAt.toString({ smallestUnit: 'second' })}`,
    `password         ${password}`,
    `passkeys         ${passkeys}`,
    `token            ${user.hasToken ? 'yes' : 'none'}`,
    `phone number     ${phone}`,
    `e-mail address   ${email}`,
  ];
}

import { parseArgs } from 'node:util';
import {
  type ChangeUserState,
  changeUserState,
  describeUser,
  type IdentityPorts,
  identityCapability,
  type UserDescription,
  unlockUser,
} from '#capabilities/identity/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Context } from '#platform/work/context.ts';
import type { Print } from './print.ts';
import { withPorts } from './with-ports.ts';

/** Reasons that an operator can give; wrong passwords, blocked factors and time limits set their own. */
const reasons = {
  suspend: ['customer', 'agent', 'fraud', 'death'],
  reinstate: ['customer', 'agent', 'identity-proven'],
  close: ['customer', 'agent', 'fraud', 'death'],
  unlock: ['customer', 'agent', 'identity-proven'],
} as const satisfies Readonly<Record<string, readonly ChangeUserState['reason'][]>>;

const usage = `usage: users ACTION --bank BANK --user USER     USER is a username or a user id
  show                      show state, lockout and factors, without secrets and contacts
  unlock --reason REASON    reset wrong passwords, and allow sign-in by password again: ${reasons.unlock.join(', ')}
  suspend --reason REASON   refuse every sign-in, and end all sessions: ${reasons.suspend.join(', ')}
  reinstate --reason REASON allow a suspended user to sign in again, with failures reset: ${reasons.reinstate.join(', ')}
  close --reason REASON     close the account permanently; the username stays reserved: ${reasons.close.join(', ')}`;

interface Options {
  readonly bank: string;
  readonly user: string;
  readonly reason: string | undefined;
}

type Deps = Context & IdentityPorts;
type Action = (deps: Deps, options: Options, print: Print) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async show(deps, { reason, user }, print) {
    if (reason !== undefined) return wrong(print);
    const described = await describeUser(deps, { name: user });
    for (const line of linesOf(described)) print(line);
    return 0;
  },
  unlock,
  suspend: (deps, options, print) => changeState(deps, { ...options, action: 'suspend' }, print),
  reinstate: (deps, options, print) => changeState(deps, { ...options, action: 'reinstate' }, print),
  close: (deps, options, print) => changeState(deps, { ...options, action: 'close' }, print),
};

const targets = { suspend: 'suspended', reinstate: 'active', close: 'closed' } as const;

/** Runs `users show`, `unlock`, `suspend`, `reinstate` and `close`, which manage user accounts. */
export async function users(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const run = actions[action];
  const options = optionsFrom(config, rest);
  if (run === undefined || options === undefined) return wrong(print);
  return withPorts({ config, command: 'users', bank: options.bank, print }, (context, ports) =>
    run({ ...context, ...ports.of(identityCapability) }, options, print),
  );
}

async function unlock(
  deps: Deps,
  { bank, reason: reasonText, user: name }: Options,
  print: Print,
): Promise<number> {
  const reason = reasons.unlock.find((known) => known === reasonText);
  if (reason === undefined) return wrong(print);
  const { authorization, bankId, db } = deps;
  const userId = (await authorization.users.find(db, { bankId, name }))?.userId ?? name;
  await unlockUser(deps, { userId, reason });
  print(`${name}: unlocked`);
  print(`next: users show --bank ${bank} --user ${userId}`);
  return 0;
}

async function changeState(
  deps: Deps,
  { action, bank, reason: reasonText, user: name }: Options & { readonly action: keyof typeof targets },
  print: Print,
): Promise<number> {
  const reason = reasons[action].find((known) => known === reasonText);
  if (reason === undefined) return wrong(print);
  const { authorization, bankId, db } = deps;
  const known = await authorization.users.find(db, { bankId, name });
  // A pending user becomes active by confirming a contact, not by this command.
  if (action === 'reinstate' && known?.status === 'pending') {
    print(`${name}: is pending and was never active; nothing was changed`);
    return 1;
  }
  const to = targets[action];
  const userId = known?.userId ?? name;
  await changeUserState(deps, { userId, to, reason });
  print(`${name}: ${to}`);
  print(nextOf(action, `--bank ${bank} --user ${userId}`));
  return 0;
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

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...rest], options: { bank: text, user: text, reason: text } });
    const { bank, reason, user } = values;
    if (bank === undefined || user === undefined || !banks.includes(bank)) return undefined;
    return { bank, reason, user };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}

import { userIdFrom, virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isForeignContact, isReservedUsername } from '../../domain/username.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { isNameReserved } from '../../store/username-reservations.store.ts';
import { findUserByName, insertUser } from '../../store/users.store.ts';
import type { RegisteredUser } from './register-user.ts';

/** An agent to register; the username is normalized. */
export interface RegisterAgent {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Who registers the agent. */
  readonly employeeId: string;
}

const noContacts = { email: undefined, phone: undefined, customerNumber: undefined };

/**
 * Registers an agent: a user without customer number, contacts and password, who signs in nowhere. An agent gets tokens,
 * whose codes and responses applications verify, and may be named in signing rules and groups.
 */
export async function registerAgent(
  ctx: Context & IdentityPorts,
  { employeeId, firstName, lastName, username }: RegisterAgent,
): Promise<RegisteredUser> {
  const { bankId, clock, identityFacts, ids } = ctx;
  const now = clock.now();
  const userId = userIdFrom(ids.uuid(virtualShard(bankId, username)));
  return runCommand(ctx, async (work) => {
    const [named, isReserved] = await Promise.all([
      findUserByName(work, ctx, username),
      isNameReserved(work, ctx, { username, now, userId: undefined }),
    ]);
    const isTaken =
      named !== undefined ||
      isReserved ||
      isReservedUsername(username, identityFacts.of(bankId).bankName) ||
      isForeignContact(username, noContacts);
    if (isTaken) throw problems['username-already-used']();
    insertUser(work, ctx, {
      userId,
      username,
      kind: 'agent',
      state: 'active',
      customerNumber: undefined,
      profile: {
        firstName,
        lastName,
        language: undefined,
        email: undefined,
        phone: undefined,
        openEmail: undefined,
        openPhone: undefined,
      },
      termsVersion: undefined,
      openEmailAt: undefined,
      openPhoneAt: undefined,
      phoneCoolingOffUntil: undefined,
      lastLoginAt: undefined,
      lastAnswerValidatedAt: undefined,
      lastPasswordResetAt: undefined,
      hintPictureId: undefined,
      profilePictureId: undefined,
      createdAt: now,
    });
    work.emit(userEvent('registered', userId));
    work.emit(userEvent('activated', userId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [
        { field: 'kind', after: 'agent' },
        { field: 'status', after: 'active' },
        { field: 'employee', after: employeeId },
      ],
    });
    return { userId, username };
  });
}

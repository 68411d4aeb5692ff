import { Temporal } from 'temporal-polyfill';
import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { identityEndings, passwordEndings, stateEndings } from '../../domain/endings.ts';
import { stateChangeReasons } from '../../domain/state-change-reasons.ts';
import { type ContactKind, contactKinds } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { deletePasskey } from '../../store/passkeys.store.ts';
import {
  deleteAnswersBefore,
  deleteCredentialsBefore,
  listPasskeysById,
  listUserTimes,
  type UserTimes,
} from '../../store/restoring.store.ts';
import { lockUser, updateUser } from '../../store/users.store.ts';
import { type ChangeUserState, changeUserState } from '../users/change-user-state.ts';

type Ctx = Context & IdentityPorts;

/** Users per query. */
const usersMax = 1_000;

/**
 * Compares the users of a restored database with the ledger. Credentials that were replaced since the backup must not
 * become valid again: old passwords and old security answers are deleted, and their owner uses a recovery; a replaced
 * address or number is removed. Users registered after the backup do not exist.
 */
export async function replayIdentityEndings(
  ctx: Ctx,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId } = ctx;
  const own = endings.filter((ending) => ending.bankId === bankId && identityEndings.includes(ending.event));
  const steps: RestoreStep[] = [...(await passkeySteps(ctx, own))];
  const userIds = [...new Set(own.map(({ subject }) => subject))];
  const bySubject = Map.groupBy(own, ({ subject }) => subject);
  for (let from = 0; from < userIds.length; from += usersMax) {
    const users = await listUserTimes(ctx.db, { bankId, userIds: userIds.slice(from, from + usersMax) });
    for (const user of users) steps.push(...stepsOf(ctx, user, bySubject.get(user.userId) ?? []));
  }
  return steps;
}

/**
 * Returns the steps in the order to apply them. The state comes last: it changes the time with which contacts are
 * compared.
 */
function stepsOf(ctx: Ctx, user: UserTimes, endings: readonly Ending[]): readonly RestoreStep[] {
  const newest = (...events: readonly string[]): Ending | undefined =>
    newestEndings(endings, { bankId: ctx.bankId, events })[0];
  if (user.state === 'closed') return [];
  return [
    passwordStep(ctx, user, newest(...passwordEndings)),
    answersStep(ctx, user, newest('security-answers-set')),
    contactsStep(ctx, user, { email: newest('email-verified'), phone: newest('phone-number-verified') }),
    stateStep(ctx, user, newest(...stateEndings)),
  ].filter((step) => step !== undefined);
}

function stateStep(ctx: Ctx, user: UserTimes, ending: Ending | undefined): RestoreStep | undefined {
  if (ending === undefined || !isNewerThan(ending, user.stateSince)) return undefined;
  const { userId } = user;
  const reason = stateChangeReasons.find((known) => known === ending.reason) ?? 'agent';
  const step = (what: string, to: ChangeUserState['to']): RestoreStep => ({
    what,
    subject: userId,
    apply: () => changeUserState(ctx, { userId, to, reason }),
  });
  switch (ending.event) {
    case 'user-closed':
      return step('users closed again', 'closed');
    case 'user-suspended':
      return user.state === 'suspended' ? undefined : step('users suspended again', 'suspended');
    default:
      return user.state === 'suspended' ? step('users reinstated again', 'active') : undefined;
  }
}

function passwordStep(ctx: Ctx, user: UserTimes, ending: Ending | undefined): RestoreStep | undefined {
  const { credentialAt, userId } = user;
  if (ending === undefined || credentialAt === undefined || !isNewerThan(ending, credentialAt))
    return undefined;
  const before = Temporal.Instant.from(ending.at);
  return {
    what: 'replaced passwords deleted',
    subject: userId,
    apply: () =>
      change(ctx, { userId, fields: ['password'] }, (work) =>
        deleteCredentialsBefore(work, { bankId: ctx.bankId, userId, before }),
      ),
  };
}

function answersStep(ctx: Ctx, user: UserTimes, ending: Ending | undefined): RestoreStep | undefined {
  const { answersAt, userId } = user;
  if (ending === undefined || answersAt === undefined || !isNewerThan(ending, answersAt)) return undefined;
  const before = Temporal.Instant.from(ending.at);
  return {
    what: 'replaced security answers deleted',
    subject: userId,
    apply: () =>
      change(ctx, { userId, fields: ['security-answers'] }, (work) =>
        deleteAnswersBefore(work, { bankId: ctx.bankId, userId, before }),
      ),
  };
}

/** Handles both contacts in one command: each changes the time with which the other is compared. */
function contactsStep(
  ctx: Ctx,
  { modifiedAt, userId }: UserTimes,
  endings: Readonly<Record<ContactKind, Ending | undefined>>,
): RestoreStep | undefined {
  const kinds = contactKinds.filter((kind) => {
    const ending = endings[kind];
    return ending !== undefined && isNewerThan(ending, modifiedAt);
  });
  if (kinds.length === 0) return undefined;
  return {
    what: 'replaced contacts removed',
    subject: userId,
    apply: () => removeContacts(ctx, userId, kinds),
  };
}

async function removeContacts(ctx: Ctx, userId: string, kinds: readonly ContactKind[]): Promise<void> {
  await change(ctx, { userId, fields: kinds }, async (work) => {
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) return;
    const removed = Object.fromEntries(kinds.map((kind) => [kind, undefined]));
    const profile = { ...user.profile, ...removed };
    updateUser(work, { ...ctx, now: ctx.clock.now() }, { ...user, profile });
  });
}

async function passkeySteps(ctx: Ctx, endings: readonly Ending[]): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  // Ledger entries of earlier versions contain `cloned` instead of the passkey id.
  const passkeyIds = endings.flatMap(({ event, reason }) =>
    event === 'passkey-removed' && reason !== undefined && isUuid(reason) ? [reason] : [],
  );
  const there = await listPasskeysById(db, { bankId, passkeyIds });
  return there.map(({ passkeyId, userId }) => ({
    what: 'removed passkeys deleted',
    subject: userId,
    apply: () =>
      change(ctx, { userId, fields: ['passkey'] }, async (work) => {
        await deletePasskey(work, { bankId, userId, passkeyId });
      }),
  }));
}

async function change(
  ctx: Ctx,
  { fields, userId }: { readonly userId: string; readonly fields: readonly string[] },
  write: (work: Work) => void | Promise<void>,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    await write(work);
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: fields.map((field) => ({ field, after: 'ended again after a restore' })),
    });
  });
}

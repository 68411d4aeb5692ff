import type { Temporal } from 'temporal-polyfill';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { expiredBefore, withoutOpenContact } from '../../domain/contacts.ts';
import { pendingUserRemoval, retentionLogins, retentionUser } from '../../domain/policy.ts';
import { type ContactKind, contactKinds, type User } from '../../domain/user.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { changeLockedUserState } from '../../steps/user-state.ts';
import {
  deleteClosedUsers,
  listOverdue,
  lockOverdue,
  type OverdueKind,
  type PurgedKind,
  purgeOld,
} from '../../store/clean-up.store.ts';
import { deleteContactVerification } from '../../store/contact-verifications.store.ts';
import { findUsers, updateUser } from '../../store/users.store.ts';
import { purgeUnknownUsers } from './purge-unknown-users.ts';

/** Rows deleted per transaction. */
const rowsMax = 5_000;
/** Users per round. */
const usersMax = 100;
/** Further rows are left to the next run. */
const roundsMax = 20;

const closedUsers = 'closed-users';

/**
 * Removes users and contacts that were never verified, deletes expired rows, and returns how many. Step by step: a failure
 * of one step does not stop the others.
 */
export async function cleanUpIdentity(ctx: Context & IdentityPorts): Promise<number> {
  const steps = stepsOf(ctx, ctx.clock.now(), await findRetention(ctx));
  const rows = await openRowWork(ctx, 'clean-up-identity/purge');
  let count = 0;
  await rows.forEach({ keys: [...steps.keys()], areAll: true }, async (step) => {
    count += (await steps.get(step)?.()) ?? 0;
  });
  return count + (await purgeUnknownUsers(ctx));
}

/** How long rows are kept, as the bank has chosen. */
interface Retention {
  readonly pendingDays: number;
  readonly userYears: number;
  readonly loginMonths: number;
}

async function findRetention(ctx: Context): Promise<Retention> {
  const [pendingDays, userYears, loginMonths] = await Promise.all([
    findPolicy(ctx.db, ctx, pendingUserRemoval),
    findPolicy(ctx.db, ctx, retentionUser),
    findPolicy(ctx.db, ctx, retentionLogins),
  ]);
  return { pendingDays, userYears, loginMonths };
}

function stepsOf(
  ctx: Context & IdentityPorts,
  now: Temporal.Instant,
  { loginMonths, pendingDays, userYears }: Retention,
): ReadonlyMap<string, () => Promise<number>> {
  const { bankId } = ctx;
  const leftBefore = zoned(now).subtract({ years: userYears }).toInstant();
  const pendingBefore = now.subtract({ hours: pendingDays * 24 });
  return new Map<string, () => Promise<number>>([
    ['pending', () => cleanUpUsers(ctx, 'pending', pendingBefore)],
    ...contactKinds.map((kind) => [kind, () => cleanUpUsers(ctx, kind, expiredBefore(now))] as const),
    ...retentionLimits(now, loginMonths).map(([what, before]) => {
      const scope = { bankId, before, listMax: rowsMax };
      return [
        what,
        () => repeat(rowsMax, () => cleanUpOnce(ctx, what, (work) => purgeOld(work, what, scope))),
      ] as const;
    }),
    [
      closedUsers,
      () =>
        repeat(usersMax, () =>
          cleanUpOnce(ctx, closedUsers, (work) =>
            deleteClosedUsers(work, { bankId, before: leftBefore, listMax: usersMax }),
          ),
        ),
    ],
  ]);
}

/** Repeats while a full batch is processed, up to a limit. */
async function repeat(listMax: number, once: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const done = await once();
    count += done;
    if (done < listMax) break;
  }
  return count;
}

/** Returns the retention limit of each kind of row. */
function retentionLimits(
  now: Temporal.Instant,
  loginMonths: number,
): readonly (readonly [PurgedKind, Temporal.Instant])[] {
  const history = zoned(now).subtract({ months: loginMonths }).toInstant();
  return [
    ['reservations', now],
    ['verifications', now],
    ['passkeyProofs', now],
    ['sessions', now.subtract({ hours: 24 })],
    ['clientQuotas', now.subtract({ hours: 48 })],
    ['nameChanges', zoned(now).subtract({ years: 1, days: 1 }).toInstant()],
    ['loginEvents', history],
    ['browsers', history],
  ];
}

function zoned(now: Temporal.Instant): Temporal.ZonedDateTime {
  return now.toZonedDateTimeISO('UTC');
}

async function cleanUpOnce(
  ctx: Context,
  field: string,
  cleanUp: (work: Work) => Promise<number>,
): Promise<number> {
  return runCommand(ctx, async (work) => {
    const count = await cleanUp(work);
    work.audit({ aggregateKind: 'users', aggregateId: ctx.bankId, changes: [{ field, after: count }] });
    return count;
  });
}

/** Cleans up users one by one, each in its own transaction: a failure of one does not stop the others. */
async function cleanUpUsers(
  ctx: Context & IdentityPorts,
  kind: OverdueKind,
  before: Temporal.Instant,
): Promise<number> {
  const { bankId, db } = ctx;
  const rows = await openRowWork(ctx, `clean-up-identity/${kind}`);
  let count = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const ids = await listOverdue(db, kind, { bankId, before, listMax: usersMax, except: rows.waiting() });
    const areAll = ids.length < usersMax;
    count += await rows.forEach({ keys: ids, areAll }, (userId) =>
      cleanUpUser(ctx, kind, { bankId, before, userId }),
    );
    if (areAll) break;
  }
  return count;
}

async function cleanUpUser(
  ctx: Context & IdentityPorts,
  kind: OverdueKind,
  criteria: Parameters<typeof lockOverdue>[2],
): Promise<number> {
  return cleanUpOnce(ctx, kind === 'pending' ? 'pending-closed' : `${kind}-removed`, async (work) => {
    const users = await findUsers(work, ctx, await lockOverdue(work, kind, criteria));
    for (const user of users) {
      if (kind === 'pending') await closePending(ctx, work, user);
      else removeUnproven(ctx, work, { user, kind });
    }
    return users.length;
  });
}

/** SPEC 10.4: closes a user who never verified a contact and releases the username. */
async function closePending(ctx: Context & IdentityPorts, work: Work, user: User): Promise<void> {
  await changeLockedUserState(ctx, work, { user, to: 'closed', reason: 'never-proven' });
}

/** SPEC 10.5: removes a contact that was never verified and emits an event. */
function removeUnproven(
  ctx: Context & IdentityPorts,
  work: Work,
  { user, kind }: { readonly user: User; readonly kind: ContactKind },
): void {
  const { bankId, clock } = ctx;
  deleteContactVerification(work, { bankId, userId: user.userId, kind });
  updateUser(work, { ...ctx, now: clock.now() }, withoutOpenContact(user, kind));
  work.emit(userEvent(kind === 'email' ? 'emailRemoved' : 'phoneRemoved', user.userId));
}

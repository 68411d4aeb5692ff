import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { forgottenBefore, withoutOpenContact } from '../domain/contacts.ts';
import { loginRetentionMonths, pendingUserRemovalDays, userRetentionYears } from '../domain/policy.ts';
import { type ContactKind, contactKinds } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteContactVerification } from '../store/contact-verifications.store.ts';
import {
  deleteClosedUsers,
  type Forgotten,
  forgetOld,
  lockPending,
  lockUnproven,
  type TidyScope,
} from '../store/tidying.store.ts';
import { findUsers, saveUser } from '../store/users.store.ts';
import { moveHeldUser } from './move-held-user.ts';

/** Rows that only have to go, in one transaction. */
const rowsMax = 5_000;
/** Users about whom something is told, in one transaction. */
const usersMax = 100;
/** The rest waits for the next run. */
const roundsMax = 20;

const quietDays = 2;

/** Removes what was never proven, and forgets what says nothing any more; how much it was. */
export async function tidyIdentity(ctx: Context & IdentityPorts): Promise<number> {
  let count = await repeat(usersMax, () => closePending(ctx));
  for (const kind of contactKinds) count += await repeat(usersMax, () => removeUnproven(ctx, kind));
  for (const [what, before] of oldThings(ctx.clock.now()))
    count += await repeat(rowsMax, () =>
      tidyOnce(ctx, what, (work) => forgetOld(work, what, { bankId: ctx.bankId, before, listMax: rowsMax })),
    );
  const before = zoned(ctx.clock.now()).subtract({ years: userRetentionYears }).toInstant();
  count += await repeat(usersMax, () =>
    tidyOnce(ctx, 'closed-users', (work) =>
      deleteClosedUsers(work, { bankId: ctx.bankId, before, listMax: usersMax }),
    ),
  );
  return count;
}

/** As long as there is a full round of it, but not for ever. */
async function repeat(listMax: number, once: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const done = await once();
    count += done;
    if (done < listMax) break;
  }
  return count;
}

/** From when on something is old. */
function oldThings(now: Temporal.Instant): readonly (readonly [Forgotten, Temporal.Instant])[] {
  const quiet = now.subtract({ hours: quietDays * 24 });
  const history = zoned(now).subtract({ months: loginRetentionMonths }).toInstant();
  return [
    ['reservations', now],
    ['verifications', now],
    ['signIns', now],
    ['strangers', quiet],
    ['sessions', now.subtract({ hours: 24 })],
    ['quotas', quiet],
    ['clientQuotas', quiet],
    ['nameChanges', zoned(now).subtract({ years: 1, days: 1 }).toInstant()],
    ['guards', quiet],
    ['loginEvents', history],
    ['browsers', history],
  ];
}

function zoned(now: Temporal.Instant): Temporal.ZonedDateTime {
  return now.toZonedDateTimeISO('UTC');
}

async function tidyOnce(ctx: Context, field: string, tidy: (work: Work) => Promise<number>): Promise<number> {
  return runCommand(ctx, async (work) => {
    const count = await tidy(work);
    work.audit({ aggregateKind: 'users', aggregateId: ctx.bankId, changes: [{ field, after: count }] });
    return count;
  });
}

function scopeOf({ bankId }: Context, before: Temporal.Instant): TidyScope {
  return { bankId, before, listMax: usersMax };
}

/** SPEC 10.4: who never proved anything is gone after a while, and the names are free. */
async function closePending(ctx: Context & IdentityPorts): Promise<number> {
  const before = ctx.clock.now().subtract({ hours: pendingUserRemovalDays * 24 });
  return tidyOnce(ctx, 'pending-closed', async (work) => {
    const users = await findUsers(work, ctx, await lockPending(work, scopeOf(ctx, before)));
    // In the order of their ids, as whoever takes signatures back has to.
    for (const user of users.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)))
      await moveHeldUser(ctx, work, { user, to: 'closed', reason: 'never-proven' });
    return users.length;
  });
}

/** SPEC 10.5: a contact that nobody proved is removed, and told so. */
async function removeUnproven(ctx: Context & IdentityPorts, kind: ContactKind): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return tidyOnce(ctx, `${kind}-removed`, async (work) => {
    const users = await findUsers(
      work,
      ctx,
      await lockUnproven(work, kind, scopeOf(ctx, forgottenBefore(now))),
    );
    for (const user of users) {
      deleteContactVerification(work, { bankId, userId: user.userId, kind });
      saveUser(work, { ...ctx, now }, withoutOpenContact(user, kind));
      work.emit(userEvent(kind === 'email' ? 'emailRemoved' : 'phoneRemoved', user.userId));
    }
    return users.length;
  });
}

import type { Context } from '#platform/work/context.ts';
import { type AuthorisationDetails, type ChosenAccounts } from '../../domain/details.ts';
import {
  type AccountChoice,
  evaluateChoice,
  type OwnedAccount,
  shownAccounts,
  usableAccounts,
} from '../../domain/offered-account.ts';
import type { ApprovalView } from '../../domain/page-view.ts';
import { offeredAccountsMax } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { Subject } from '../../ports/subjects.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { loadSubjectOf, subjectsOf } from '../load-subject.ts';
import { orderToSign } from '../order-to-sign.ts';
import { systemContextFor } from '../system-context.ts';
import { changePage, without } from './page-step.ts';

/**
 * Returns whether the customer has still to choose accounts. A choice of another customer, or in another browser, replaces
 * the own one: its order is not shown here, and is chosen again.
 */
export function isChoiceOpen<Open extends Subject>(
  { details }: Pick<StoredAuthorisation, 'details'>,
  subject: Open,
): subject is Open & { readonly leavesOpen: AccountChoice } {
  if (subject.leavesOpen === undefined) return false;
  return subject.order === undefined || orderToSign(subject).digest !== details.chosen?.digest;
}

/** Returns the page that asks for accounts. They come from the core, and are as they are now. */
export async function accountsView(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  { leavesOpen: choice }: { readonly leavesOpen: AccountChoice },
): Promise<ApprovalView> {
  const { chosen, pageError: error } = authorisation.details;
  const offered = await accountsOfferedTo(ctx, authorisation);
  const before = chosen?.accounts.map(({ id }) => id);
  return { kind: 'accounts', choice, accounts: shownAccounts(offered, { before, choice }), error };
}

async function accountsOfferedTo(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<readonly OwnedAccount[]> {
  const { bankId, db } = ctx;
  const { subject: ref, userId } = authorisation;
  if (userId === undefined) throw problems['not-in-this-state']();
  const { users } = systemContextFor(ctx, authorisation);
  const [user] = await users.findAll(db, { bankId, userIds: [userId] });
  const chooser = { userId, customerNumber: user?.customerNumber };
  const accounts = await subjectsOf(ctx, ref).accountsFor(db, bankId, ref, chooser);
  return accounts.slice(0, offeredAccountsMax);
}

/** What became of a step: whether the customer continues with the next one. */
export interface AccountStep {
  readonly authorisation: StoredAuthorisation;
  readonly isComplete: boolean;
}

/** Chooses the only usable account without a question. Without any the approval has failed. */
export async function chooseOnlyAccount(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
): Promise<AccountStep> {
  const subject = await loadSubjectOf(ctx, ctx.db, found);
  if (!isChoiceOpen(found, subject)) return { authorisation: found, isComplete: true };
  const [only, ...others] = usableAccounts(await accountsOfferedTo(ctx, found));
  if (only === undefined) return { authorisation: await endWithoutAccount(ctx, found), isComplete: false };
  if (others.length > 0) return { authorisation: found, isComplete: false };
  return complete(ctx, found, { accounts: [only], hasOthers: false });
}

/**
 * Chooses accounts as the form says. They are compared with what is offered now: the list on the page may be old, and a
 * form can contain anything. A form from an old tab replaces the choice, and makes an open code useless.
 */
export async function chooseAccounts(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  accountIds: readonly string[],
): Promise<AccountStep> {
  const subject = await loadSubjectOf(ctx, ctx.db, found);
  if (found.userId === undefined || subject.leavesOpen === undefined)
    return { authorisation: found, isComplete: false };
  const offered = await accountsOfferedTo(ctx, found);
  const usable = usableAccounts(offered);
  if (usable.length === 0) return { authorisation: await endWithoutAccount(ctx, found), isComplete: false };
  const evaluated = evaluateChoice(offered, { accountIds, choice: subject.leavesOpen });
  if (evaluated.kind === 'chosen')
    return complete(ctx, found, { accounts: evaluated.accounts, hasOthers: usable.length > 1 });
  const authorisation = await changePage(ctx, found, ({ details }) =>
    isChoiceOpen({ details }, subject)
      ? {
          event: { kind: 'continued' },
          change: { details: { ...details, pageError: { kind: evaluated.error } } },
        }
      : undefined,
  );
  return { authorisation, isComplete: false };
}

interface Choice {
  readonly accounts: readonly [OwnedAccount, ...OwnedAccount[]];
  readonly hasOthers: boolean;
}

/** Completes the subject, in the transaction that records the choice. */
async function complete(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  { accounts, hasOthers }: Choice,
): Promise<AccountStep> {
  const { bankId } = ctx;
  const { subject: ref, userId } = found;
  if (userId === undefined) throw problems['not-in-this-state']();
  let isComplete = false;
  const authorisation = await changePage(ctx, found, async ({ details }, work) => {
    const subject = await subjectsOf(ctx, ref).choose(work, bankId, ref, { userId, accounts });
    isComplete = subject?.state === 'open';
    // Signed or ended meanwhile: what the page shows follows from the subject.
    if (subject === undefined) return undefined;
    const { digest } = orderToSign(subject);
    const chosen = {
      accounts: accounts.map(({ iban, id, name }) => ({ id, name, iban })),
      digest,
      hasOthers,
    };
    return { event: { kind: 'continued' }, change: { details: afterChoice(details, chosen) } };
  });
  return { authorisation, isComplete: isComplete && authorisation.status === 'started' };
}

/** The same choice again, as after a double click, keeps an open code. */
function afterChoice(details: AuthorisationDetails, chosen: ChosenAccounts): AuthorisationDetails {
  const isSame = details.chosen?.digest === chosen.digest;
  return { ...(isSame ? details : without(details, 'method', 'awaited', 'pageError')), chosen };
}

function endWithoutAccount(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
): Promise<StoredAuthorisation> {
  return changePage(ctx, found, () => ({ event: { kind: 'ended', failure: 'no-account' } }));
}

/** Goes back to the choice of accounts. What was begun for the earlier choice is useless from then on. */
export function chooseAgain(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
): Promise<StoredAuthorisation> {
  return changePage(ctx, found, ({ details }) => {
    const { chosen } = details;
    if (chosen?.hasOthers !== true) return undefined;
    const { digest: _, ...before } = chosen;
    return {
      event: { kind: 'continued' },
      change: { details: { ...without(details, 'method', 'awaited', 'pageError'), chosen: before } },
    };
  });
}

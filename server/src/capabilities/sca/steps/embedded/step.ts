import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type UpdateKind, updateRefusal } from '../../domain/requests.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { auditChange } from '../apply-event.ts';
import { type LockedAuthorisation, lockAsOfNow } from '../lock-as-of-now.ts';
import { type AuthorisationView, viewOf } from '../view.ts';

/** What every step of a third party works on. */
export interface Step {
  /** As it was read, without a lock. */
  readonly authorisation: StoredAuthorisation;
  /** Path of the list of authorisations, for the links of problems. */
  readonly listPath: string;
}

/**
 * Locks the authorisation of a step. Returns undefined, and refuses after the commit, if it does not take the request any
 * more: another request was faster, or its time is over, which is then recorded. The refusal is audited here, except that
 * of a password, whose command identity audits.
 */
export async function lockForStep(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation: { authorisationId },
    kind,
  }: { readonly authorisation: StoredAuthorisation; readonly kind: UpdateKind },
): Promise<LockedAuthorisation | undefined> {
  const locked = await lockAsOfNow(ctx, work, authorisationId);
  const refusal = updateRefusal(locked.authorisation, kind);
  if (refusal === undefined) return locked;
  work.rejectAfterCommit(problems[refusal]());
  if (kind !== 'authenticate') auditChange(work, locked.before, locked.authorisation);
  return undefined;
}

/** Returns the view of an authorisation that a step changed. */
export function answer(
  { bankId, scaChoices }: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  payee?: AuthorisationView['payee'],
): AuthorisationView {
  return viewOf(authorisation, { choices: scaChoices.of(bankId), payee });
}

/** Audits a step and returns its view. */
export function auditedAnswer(
  ctx: Context & ScaPorts,
  work: Work,
  {
    after,
    before,
    payee,
  }: {
    readonly before: StoredAuthorisation;
    readonly after: StoredAuthorisation;
    readonly payee?: AuthorisationView['payee'];
  },
): AuthorisationView {
  auditChange(work, before, after);
  return answer(ctx, after, payee);
}

/** Path of an authorisation. */
export function pathOf({ authorisation, listPath }: Step): string {
  return `${listPath}/${authorisation.authorisationId}`;
}

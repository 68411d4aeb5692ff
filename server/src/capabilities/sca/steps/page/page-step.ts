import { isDeepStrictEqual } from 'node:util';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../../domain/authorisation.ts';
import type { AuthorisationDetails } from '../../domain/details.ts';
import type { PageError } from '../../domain/page-error.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent, auditChange, type DetailsChange } from '../apply-event.ts';
import { lockAsOfNow } from '../lock-as-of-now.ts';

/** What a form does to a locked authorisation; undefined: nothing. */
export interface PageChange {
  readonly event: AuthorisationEvent;
  readonly change?: DetailsChange;
}

/**
 * Locks an authorisation whose page is open. Undefined if the page has ended meanwhile; what is shown then follows from
 * its state.
 */
export async function lockPage(
  ctx: Context & ScaPorts,
  work: Work,
  authorisationId: string,
): Promise<
  { readonly authorisation: StoredAuthorisation; readonly before: StoredAuthorisation } | undefined
> {
  const locked = await lockAsOfNow(ctx, work, authorisationId);
  return locked.authorisation.status === 'started' ? locked : undefined;
}

/** Applies a form in a command of its own. Every form is activity: the time of the page begins anew. */
export async function changePage(
  ctx: Context & ScaPorts,
  { authorisationId }: StoredAuthorisation,
  decide: (
    authorisation: StoredAuthorisation,
    work: Work,
  ) => PageChange | undefined | Promise<PageChange | undefined>,
): Promise<StoredAuthorisation> {
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, authorisationId);
    const decided = authorisation.status === 'started' ? await decide(authorisation, work) : undefined;
    const after =
      decided === undefined
        ? authorisation
        : await applyEvent(ctx, work, {
            authorisation,
            event: decided.event,
            change: { activeAt: ctx.clock.now(), ...decided.change },
          });
    auditChange(work, before, after);
    return after;
  });
}

/** Returns whether what a customer responds to is still awaited: another form may have replaced or ended it. */
export function isStillAwaited(now: StoredAuthorisation, read: StoredAuthorisation): boolean {
  return isDeepStrictEqual(now.details.awaited, read.details.awaited);
}

/** Returns details without some members. */
export function without(
  details: AuthorisationDetails,
  ...names: readonly (keyof AuthorisationDetails)[]
): AuthorisationDetails {
  const entries = Object.entries(details).filter(([name]) => !names.some((one) => one === name));
  return Object.fromEntries(entries);
}

/** Lets the page say why a form did not lead on. */
export function withError(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  pageError: PageError,
): Promise<StoredAuthorisation> {
  return changePage(ctx, found, ({ details }) => ({
    event: { kind: 'continued' },
    change: { details: { ...details, pageError } },
  }));
}

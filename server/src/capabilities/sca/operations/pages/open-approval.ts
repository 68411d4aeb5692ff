import { omitUndefined } from '#platform/kernel/members.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../../domain/deadlines.ts';
import type { ApprovalFrame, ApprovalView, UnavailableReason } from '../../domain/page-view.ts';
import { isFinal } from '../../domain/status.ts';
import { noWayBack, wayBack } from '../../domain/way-back.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { applyEvent, auditChange } from '../../steps/apply-event.ts';
import { loadSubjectOf } from '../../steps/load-subject.ts';
import { lockAsOfNow } from '../../steps/lock-as-of-now.ts';
import { browserHashOf, findPage, isSameBrowser, type PageVisit } from '../../steps/page/find-page.ts';
import { frameFor, pageViewOf } from '../../steps/page/page-view.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';

/** A browser that opens a link. */
export interface OpenApproval extends PageVisit {
  /** What the third party wants to see again. */
  readonly state: string | undefined;
  /** Page of a long list, from 1 on. */
  readonly page?: number;
  /** Set while no approval is possible: the page says so, leads back and changes nothing. */
  readonly unavailable?: UnavailableReason | undefined;
}

/** A page to show; the frame is absent for an unknown link. */
export interface OpenedApproval {
  readonly view: ApprovalView;
  readonly frame: ApprovalFrame | undefined;
  /** Has the customer's language and the addresses to which the browser may return. */
  readonly authorisation: StoredAuthorisation | undefined;
  /** A new secret for this browser. */
  readonly browserSecret: string | undefined;
}

const unknownLink: OpenedApproval = {
  view: { kind: 'unknown-link' },
  frame: undefined,
  authorisation: undefined,
  browserSecret: undefined,
};

/**
 * Opens the page of an authorisation. The browser that the authorization server has led to the link owns it, otherwise the
 * first one that opens it; to every other one the link does not exist.
 */
export async function openApproval(
  ctx: Context & ScaPorts,
  { page = 1, state, unavailable, ...visit }: OpenApproval,
): Promise<OpenedApproval> {
  const found = await findPage(ctx, visit);
  if (found === undefined) return unknownLink;
  if (isOwned(found) && !isSameBrowser(found, visit.browserSecret)) return unknownLink;
  // What has ended is shown as it ended, also after a form whose response was lost.
  return unavailable !== undefined && isOpen(found)
    ? closedPage(ctx, { found, visit, unavailable })
    : openPage(ctx, { found, visit, state, page });
}

/** The link belongs to a browser. */
function isOwned({ details: { browserHash } }: StoredAuthorisation): boolean {
  return browserHash !== undefined;
}

/** The link was not opened yet. */
function isAwaited({ arrivedAt, status }: StoredAuthorisation): boolean {
  return arrivedAt === undefined && !isFinal(status);
}

function isOpen({ status }: StoredAuthorisation): boolean {
  return !isFinal(status) && status !== 'unconfirmed';
}

async function openPage(
  ctx: Context & ScaPorts,
  {
    found,
    page,
    state,
    visit,
  }: { readonly found: StoredAuthorisation; readonly visit: PageVisit; readonly page: number } & Pick<
    OpenApproval,
    'state'
  >,
): Promise<OpenedApproval> {
  const isNew = !isOwned(found);
  const browserSecret = isNew ? ctx.scaVault.newBrowserSecret() : (visit.browserSecret ?? '');
  const authorisation =
    isNew || isAwaited(found)
      ? await arrive(ctx, { found, browserSecret, state })
      : await current(ctx, found);
  // Another browser was faster.
  if (!isSameBrowser(authorisation, browserSecret)) return unknownLink;
  const subject = await loadSubjectOf(ctx, ctx.db, authorisation);
  return {
    view: await pageViewOf(ctx, authorisation, subject, page),
    frame: frameFor(ctx, { authorisation, subject, handle: visit.handle, browserSecret }),
    authorisation,
    browserSecret: isNew ? browserSecret : undefined,
  };
}

async function closedPage(
  ctx: Context & ScaPorts,
  {
    found,
    unavailable,
    visit: { browserSecret = '', handle },
  }: {
    readonly found: StoredAuthorisation;
    readonly visit: PageVisit;
    readonly unavailable: UnavailableReason;
  },
): Promise<OpenedApproval> {
  const subject = await loadSubjectOf(ctx, ctx.db, found);
  const { returnTo } = found.details;
  const back = returnTo === undefined ? noWayBack : wayBack(returnTo, { kind: 'unavailable' });
  return {
    view: { kind: 'ended', failure: unavailable, until: undefined, ...back },
    frame: frameFor(ctx, { authorisation: found, subject, handle, browserSecret }),
    authorisation: found,
    browserSecret: undefined,
  };
}

interface Arrival {
  readonly found: StoredAuthorisation;
  readonly browserSecret: string;
  readonly state: string | undefined;
}

/** Records the arrival. A link that came too late is ended by it. */
async function arrive(
  ctx: Context & ScaPorts,
  { browserSecret, found, state }: Arrival,
): Promise<StoredAuthorisation> {
  const now = ctx.clock.now();
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, found.authorisationId);
    const { details } = authorisation;
    const isOfAnother = isOwned(authorisation) && !isSameBrowser(authorisation, browserSecret);
    if (isOfAnother || authorisation.arrivedAt !== undefined) {
      auditChange(work, before, authorisation);
      return authorisation;
    }
    const own = {
      ...details,
      browserHash: browserHashOf(browserSecret),
      isNameOfThirdParty: details.claimedName !== undefined,
      ...(details.returnTo === undefined ? {} : { returnTo: omitUndefined({ ...details.returnTo, state }) }),
    };
    const after =
      authorisation.status === 'failed'
        ? { ...authorisation, details: own }
        : await applyEvent(ctx, work, {
            authorisation,
            event: { kind: 'arrived' },
            change: { arrivedAt: now, activeAt: now, details: own },
          });
    auditChange(work, before, after);
    return after;
  });
}

/** Returns an authorisation as it is now; one whose time is over is ended first. */
async function current(ctx: Context & ScaPorts, found: StoredAuthorisation): Promise<StoredAuthorisation> {
  if (statusAt(found, ctx.clock.now()) === found.status) return found;
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, found.authorisationId);
    auditChange(work, before, authorisation);
    return authorisation;
  });
}

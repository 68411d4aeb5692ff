import { isBelow } from '#dialects/xs2a/own-addresses.ts';
import { callerId } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { earlierOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ApproachPreference, chooseApproach } from '../domain/approach.ts';
import { newAuthorisation } from '../domain/authorisation.ts';
import type { ReturnAddress } from '../domain/details.ts';
import { metadataUrlFor } from '../domain/links.ts';
import type { Approach } from '../domain/status.ts';
import { withForeignHosts } from '../domain/way-back.ts';
import { authorisationEvent } from '../events.ts';
import type { ScaChoices, ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import { insertAuthorisation, type StoredAuthorisation } from '../store/authorisations.store.ts';
import { type AuthorisationView, viewOf } from './view.ts';

/** What a third party says when it asks for an approval. */
export interface ApprovalRequest {
  /** The customer as the third party names it. */
  readonly claimedName: string | undefined;
  readonly preference: ApproachPreference;
  readonly returnTo: ReturnAddress | undefined;
  readonly language: string | undefined;
  /** Started in the transaction that creates the subject. */
  readonly isStartedWithResource?: true;
}

/** An authorisation that is not stored yet. */
export interface NewAuthorisation {
  readonly authorisation: StoredAuthorisation;
  readonly view: AuthorisationView;
}

/**
 * Chooses the approach. Accounts that a request leaves open are chosen on the bank's page, whatever is preferred; and what
 * a third party cannot show is not approved there.
 */
export function approachFor(
  { bankId, scaChoices }: Context & ScaPorts,
  { preference }: Pick<ApprovalRequest, 'preference'>,
  { isShownByBank, leavesOpen }: Pick<Subject, 'isShownByBank' | 'leavesOpen'>,
): Approach {
  const { approaches } = scaChoices.of(bankId);
  const hasPage = approaches.includes('REDIRECT');
  if (leavesOpen !== undefined) {
    if (!hasPage) throw problems['accounts-open']();
    return 'REDIRECT';
  }
  const wanted = chooseApproach(approaches, preference);
  if (wanted !== 'EMBEDDED' || isShownByBank !== true) return wanted;
  if (!hasPage) throw problems['page-needed']();
  return 'REDIRECT';
}

/** Makes the authorisation of a subject for the calling third party. */
export function makeAuthorisation(
  ctx: Context & ScaPorts,
  request: ApprovalRequest,
  subject: Subject,
): NewAuthorisation {
  const { bankId, clock, ids, scaChoices, scaVault } = ctx;
  const { claimedName, isStartedWithResource, language } = request;
  const choices = scaChoices.of(bankId);
  const returnTo = request.returnTo && comparedAddress(ctx, choices, request.returnTo);
  const approach = approachFor(ctx, request, subject);
  if (approach === 'REDIRECT' && returnTo === undefined) throw problems['redirect-uri-missing']();
  const isRedirect = approach === 'REDIRECT';
  // Through the authorization server the link is made when the browser comes.
  const handle =
    isRedirect && metadataUrlFor(subject.ref, choices) === undefined ? scaVault.newHandle(bankId) : undefined;
  const now = clock.now();
  const authorisation: StoredAuthorisation = {
    ...newAuthorisation(approach, { isIdentified: claimedName !== undefined }),
    authorisationId: ids.uuid(virtualShard(bankId, subject.owner ?? subject.ref.id)),
    subject: subject.ref,
    organisationId: callerId(ctx.caller),
    userId: undefined,
    askedCustomer: undefined,
    details: omitUndefined({
      claimedName,
      hasNotifications: subject.hasNotifications,
      isStartedWithResource,
      language,
      returnTo,
    }),
    handleHash: handle === undefined ? undefined : scaVault.handleHash(handle),
    confirmationHash: undefined,
    expiresAt: earlierOf(now.add({ milliseconds: choices.authorisationLifeMs }), subject.expiresAt),
    linkExpiresAt: isRedirect ? now.add({ milliseconds: linkLifeMs(choices, subject) }) : undefined,
    arrivedAt: undefined,
    activeAt: undefined,
    askedAt: undefined,
    createdAt: now,
    rowVersion: 1n,
  };
  const pageUrl = handle === undefined ? undefined : `${choices.pageUrl}/sca/${handle}`;
  return { authorisation, view: viewOf(authorisation, { choices, pageUrl }) };
}

/** Compares an address with the domains of the certificate, where the bank does so. */
function comparedAddress(
  { caller }: Context,
  { areAddressesCompared }: ScaChoices,
  address: ReturnAddress,
): ReturnAddress {
  if (!areAddressesCompared || caller.kind !== 'tpp') return address;
  return withForeignHosts(address, (host) => caller.domains.some((domain) => isBelow(host, domain)));
}

function linkLifeMs({ cancellationLinkLifeMs, linkLifeMs: usual }: ScaChoices, { ref }: Subject): number {
  return ref.kind === 'payment-cancellation' ? cancellationLinkLifeMs : usual;
}

/** Stores a new authorisation and emits its event. The caller audits its command. */
export function insertNewAuthorisation(
  { bankId, clock, scaVault }: Context & ScaPorts,
  work: Work,
  { authorisation }: NewAuthorisation,
): void {
  insertAuthorisation(work, scaVault, { bankId, authorisation, now: clock.now() });
  work.emit(authorisationEvent('started', authorisation));
}

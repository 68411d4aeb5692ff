import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type LinkName, type StartMode, startLink, startMode } from '../domain/links.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import {
  type ApprovalRequest,
  approachFor,
  insertNewAuthorisation,
  makeAuthorisation,
} from './new-authorisation.ts';
import type { AuthorisationView } from './view.ts';

/** A resource that a third party creates. */
export interface NewResource extends ApprovalRequest {
  /** The resource as the transaction of the caller makes it. */
  readonly subject: Subject;
  /** The third party wants to start the authorisation by a request of its own, such as for a basket. */
  readonly isExplicitPreferred: boolean;
  /** More than one customer must approve it. */
  readonly needsSeveralSignatures: boolean;
}

/** How the approval of a new resource begins, for the response to its creation. */
export interface ResourceStart {
  readonly mode: StartMode;
  /** What the third party does next. */
  readonly links: readonly LinkName[];
  /** The authorisation that started with the resource; absent for an explicit start. */
  readonly authorisation: AuthorisationView | undefined;
}

/**
 * Starts the authorisation of a new resource together with it, in the transaction that creates it, or says how the third
 * party starts one. Decoupled, the customer's device is asked after the commit (`ask-after-start.ts`). For a resource that is rejected at once, call nothing: it has no such links. The caller audits its
 * command. SPEC xs2a 6.4
 */
export function startImplicitly(
  ctx: Context & ScaPorts,
  work: Work,
  { isExplicitPreferred, needsSeveralSignatures, subject, ...request }: NewResource,
): ResourceStart {
  const { areBasketsSupported, startMode: profileMode } = ctx.scaChoices.of(ctx.bankId);
  const mode = startMode({
    profileMode,
    needsSeveralSignatures,
    isBasket: subject.ref.kind === 'signing-basket',
    isExplicitPreferred,
    areBasketsSupported,
  });
  if (mode === 'explicit') return explicitStart(ctx, request, subject);
  const made = makeAuthorisation(ctx, { ...request, isStartedWithResource: true }, subject);
  insertNewAuthorisation(ctx, work, made);
  return { mode, links: [...made.view.links, ...ofEveryResource], authorisation: made.view };
}

/** Returns how the third party starts the authorisation of a resource by a request of its own. */
export function explicitStart(
  ctx: Context & ScaPorts,
  request: Pick<ApprovalRequest, 'claimedName' | 'preference'>,
  subject: Pick<Subject, 'isShownByBank' | 'leavesOpen'>,
): ResourceStart {
  const { areBasketsSupported } = ctx.scaChoices.of(ctx.bankId);
  const approach = approachFor(ctx, request, subject);
  const isIdentified = request.claimedName !== undefined;
  const link = startLink({ approach, isIdentified, areBasketsSupported });
  return { mode: 'explicit', links: [link, ...ofEveryResource], authorisation: undefined };
}

const ofEveryResource = ['self', 'status'] as const;

import {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
} from '#capabilities/tpp-notifications/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openAuthorisationsMax } from '../domain/policy.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { Update } from '../domain/update.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import { nameCustomerOfToken } from '../steps/customer-of-token.ts';
import { loadOwnSubject, subjectsOf } from '../steps/load-subject.ts';
import {
  type ApprovalRequest,
  approachFor,
  insertNewAuthorisation,
  makeAuthorisation,
} from '../steps/new-authorisation.ts';
import { storeAddress } from '../steps/notified-subject.ts';
import type { AuthorisationView } from '../steps/view.ts';
import { countOpenAuthorisations } from '../store/authorisations.store.ts';
import { updateAuthorisation } from './update-authorisation.ts';

/** A request to start the authorisation of a subject. */
export interface StartAuthorisation extends ApprovalRequest {
  readonly subject: SubjectRef;
  /** Path of the list of authorisations, for the links of problems. */
  readonly listPath: string;
  /** What the third party sends along; processed as if it came afterwards. */
  readonly update: Update | undefined;
  readonly notifications: NotificationRequest;
}

export interface StartedAuthorisation {
  readonly view: AuthorisationView;
  readonly notifications: AcceptedNotifications;
}

/** Starts the authorisation of a subject by one customer. */
export async function startAuthorisation(
  ctx: Context & ScaPorts,
  asked: StartAuthorisation,
): Promise<StartedAuthorisation> {
  const { listPath, subject: ref } = asked;
  const command = await nameCustomerOfToken(ctx, asked);
  const subject = await loadOwnSubject(ctx, ctx.db, ref);
  const { update = impliedUpdate(ctx, command, subject) } = command;
  const notifications = acceptNotifications(ctx, command.notifications);
  if (update === undefined) return create(ctx, command, subject, notifications);
  // The key belongs to the last command: its response is the one to repeat. An authorisation that a crash leaves behind
  // here ends by itself.
  const { view: created } = await prepareCommand(ctx, () =>
    create({ ...ctx, idempotency: undefined }, command, subject, notifications),
  );
  const { authorisationId } = created;
  const target = { subject: ref, authorisationId, update, listPath };
  const view = await updateAuthorisation(respondingWith(ctx, notifications), target);
  return { view, notifications };
}

/** The response to repeat is stored by the update, which knows nothing of the address. */
function respondingWith(ctx: Context & ScaPorts, notifications: AcceptedNotifications): Context & ScaPorts {
  const { toHttpResponse } = ctx;
  if (toHttpResponse === undefined) return ctx;
  return { ...ctx, toHttpResponse: (view) => toHttpResponse({ view, notifications }) };
}

/** Decoupled, a named customer is asked at once. */
function impliedUpdate(
  ctx: Context & ScaPorts,
  { claimedName, preference }: StartAuthorisation,
  subject: Subject,
): Update | undefined {
  const approach = approachFor(ctx, { preference }, subject);
  return approach === 'DECOUPLED' && claimedName !== undefined
    ? { kind: 'identify', name: claimedName }
    : undefined;
}

async function create(
  ctx: Context & ScaPorts,
  command: StartAuthorisation,
  subject: Subject,
  notifications: AcceptedNotifications,
): Promise<StartedAuthorisation> {
  const { bankId, clock } = ctx;
  const { subject: ref } = command;
  const made = makeAuthorisation(ctx, command, { ...subject, ...notifiedMember(notifications) });
  const { authorisationId, approach, status } = made.authorisation;
  return runCommand(ctx, async (work) => {
    // Starts of one subject are counted one after the other.
    await lockName(work, 'authorisations', bankId, `${ref.kind} ${ref.id}`);
    refuseClosed(await subjectsOf(ctx, ref).describe(work, bankId, ref));
    const open = await countOpenAuthorisations(work, { bankId, subject: ref, now: clock.now() });
    if (open >= openAuthorisationsMax) throw problems['too-many-authorisations']();
    insertNewAuthorisation(ctx, work, made);
    storeAddress(ctx, work, subject, notifications);
    work.audit({
      aggregateKind: 'authorisation',
      aggregateId: authorisationId,
      changes: [
        { field: 'status', after: status },
        { field: 'approach', after: approach },
        { field: 'subject', after: `${ref.kind} ${ref.id}` },
      ],
    });
    return { view: made.view, notifications };
  });
}

function refuseClosed(subject: Subject | undefined): void {
  if (subject === undefined) throw problems['authorisation-unknown']();
  if (subject.state === 'done') throw problems['subject-closed']();
  if (subject.state === 'over') throw problems['subject-over']();
  if (subject.state === 'grouped') throw problems['subject-grouped']();
  if (subject.state === 'unrequested') throw problems['not-requested']();
  if (subject.state === 'unverified') throw problems['payee-unconfirmed']();
}

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
}

/** Starts the authorisation of a subject by one customer. */
export async function startAuthorisation(
  ctx: Context & ScaPorts,
  asked: StartAuthorisation,
): Promise<AuthorisationView> {
  const { listPath, subject: ref } = asked;
  const command = await nameCustomerOfToken(ctx, asked);
  const subject = await loadOwnSubject(ctx, ctx.db, ref);
  const { update = impliedUpdate(ctx, command, subject) } = command;
  if (update === undefined) return create(ctx, command, subject);
  // The key belongs to the last command: its response is the one to repeat. An authorisation that a crash leaves behind
  // here ends by itself.
  const { authorisationId } = await prepareCommand(ctx, () =>
    create({ ...ctx, idempotency: undefined }, command, subject),
  );
  return updateAuthorisation(ctx, { subject: ref, authorisationId, update, listPath });
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
): Promise<AuthorisationView> {
  const { bankId, clock } = ctx;
  const { subject: ref } = command;
  const made = makeAuthorisation(ctx, command, subject);
  const { authorisationId, approach, status } = made.authorisation;
  return runCommand(ctx, async (work) => {
    // Starts of one subject are counted one after the other.
    await lockName(work, 'authorisations', bankId, `${ref.kind} ${ref.id}`);
    refuseClosed(await subjectsOf(ctx, ref).describe(work, bankId, ref));
    const open = await countOpenAuthorisations(work, { bankId, subject: ref, now: clock.now() });
    if (open >= openAuthorisationsMax) throw problems['too-many-authorisations']();
    insertNewAuthorisation(ctx, work, made);
    work.audit({
      aggregateKind: 'authorisation',
      aggregateId: authorisationId,
      changes: [
        { field: 'status', after: status },
        { field: 'approach', after: approach },
        { field: 'subject', after: `${ref.kind} ${ref.id}` },
      ],
    });
    return made.view;
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

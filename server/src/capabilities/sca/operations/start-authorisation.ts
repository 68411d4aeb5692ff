import { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type ApproachPreference, chooseApproach } from '../domain/approach.ts';
import { newAuthorisation } from '../domain/authorisation.ts';
import type { ReturnAddress } from '../domain/details.ts';
import { openAuthorisationsMax } from '../domain/policy.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { Update } from '../domain/update.ts';
import { authorisationEvent } from '../events.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import { loadOwnSubject, subjectsOf } from '../steps/load-subject.ts';
import { type AuthorisationView, viewOf } from '../steps/view.ts';
import {
  countOpenAuthorisations,
  insertAuthorisation,
  type StoredAuthorisation,
} from '../store/authorisations.store.ts';
import { updateAuthorisation } from './update-authorisation.ts';

/** A request to start the authorisation of a subject. */
export interface StartAuthorisation {
  readonly subject: SubjectRef;
  /** Path of the list of authorisations, for the links of problems. */
  readonly listPath: string;
  /** The customer as the third party names it. */
  readonly claimedName: string | undefined;
  readonly preference: ApproachPreference;
  readonly returnTo: ReturnAddress | undefined;
  readonly language: string | undefined;
  /** What the third party sends along; processed as if it came afterwards. */
  readonly update: Update | undefined;
}

/** Starts the authorisation of a subject by one customer. */
export async function startAuthorisation(
  ctx: Context & ScaPorts,
  command: StartAuthorisation,
): Promise<AuthorisationView> {
  if (command.update === undefined) return create(ctx, command);
  // The key belongs to the last command: its response is the one to repeat. An authorisation that a crash leaves behind
  // here ends by itself.
  const { authorisationId } = await create({ ...ctx, idempotency: undefined }, command);
  const { listPath, subject, update } = command;
  return updateAuthorisation(ctx, { subject, authorisationId, update, listPath });
}

async function create(ctx: Context & ScaPorts, command: StartAuthorisation): Promise<AuthorisationView> {
  const { bankId, clock, ids, scaChoices, scaVault } = ctx;
  const { claimedName, language, returnTo, subject: ref } = command;
  const choices = scaChoices.of(bankId);
  const approach = chooseApproach(choices.approaches, command.preference);
  if (approach === 'REDIRECT' && returnTo === undefined) throw problems['redirect-uri-missing']();
  const subject = await loadOwnSubject(ctx, ctx.db, ref);
  const handle = approach === 'REDIRECT' ? scaVault.newHandle(bankId) : undefined;
  const now = clock.now();
  const authorisation: StoredAuthorisation = {
    ...newAuthorisation(approach, { isIdentified: claimedName !== undefined }),
    authorisationId: ids.uuid(virtualShard(bankId, subject.owner ?? ref.id)),
    subject: ref,
    organisationId: callerId(ctx.caller),
    userId: undefined,
    details: omitUndefined({ claimedName, language, returnTo }),
    handleHash: handle === undefined ? undefined : scaVault.handleHash(handle),
    confirmationHash: undefined,
    expiresAt: earlier(now.add({ milliseconds: choices.authorisationLifeMs }), subject.expiresAt),
    linkExpiresAt: handle === undefined ? undefined : now.add({ milliseconds: choices.linkLifeMs }),
    arrivedAt: undefined,
    activeAt: undefined,
    askedAt: undefined,
    createdAt: now,
    rowVersion: 1n,
  };
  return runCommand(ctx, async (work) => {
    // Starts of one subject are counted one after the other.
    await lockName(work, 'authorisations', bankId, `${ref.kind} ${ref.id}`);
    refuseClosed(await subjectsOf(ctx, ref).describe(work, bankId, ref));
    const open = await countOpenAuthorisations(work, { bankId, subject: ref, now });
    if (open >= openAuthorisationsMax) throw problems['too-many-authorisations']();
    insertAuthorisation(work, scaVault, { bankId, authorisation, now });
    work.emit(authorisationEvent('started', authorisation));
    work.audit({
      aggregateKind: 'authorisation',
      aggregateId: authorisation.authorisationId,
      changes: [
        { field: 'status', after: authorisation.status },
        { field: 'approach', after: approach },
        { field: 'subject', after: `${ref.kind} ${ref.id}` },
      ],
    });
    const pageUrl = handle === undefined ? undefined : `${choices.pageUrl}/sca/${handle}`;
    return viewOf(authorisation, { isConfirmationNeeded: choices.isConfirmationNeeded, pageUrl });
  });
}

function refuseClosed(subject: Subject | undefined): void {
  if (subject === undefined) throw problems['authorisation-unknown']();
  if (subject.state === 'done') throw problems['subject-closed']();
  if (subject.state === 'over') throw problems['subject-over']();
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) <= 0 ? one : other;
}

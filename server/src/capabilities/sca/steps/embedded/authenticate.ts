import { type FirstFactorResult, verifyFirstFactor } from '#capabilities/identity/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../../domain/authorisation.ts';
import { isApprovalForbidden } from '../../domain/subject.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { type DetailsChange, exemptionChange } from '../apply-event.ts';
import { applyPassword } from '../apply-password.ts';
import { claimedName } from '../claimed-name.ts';
import { type Offer, offerFor } from '../offer.ts';
import { systemContextFor } from '../system-context.ts';
import type { AuthorisationView } from '../view.ts';
import { selectMethod } from './select-method.ts';
import { answer, lockForStep, pathOf, type Step } from './step.ts';

/** Checks the password that a third party passes on, and offers the methods of the customer. */
export async function authenticate(
  ctx: Context & ScaPorts,
  step: Step & { readonly name: string | undefined; readonly password: Secret<string> },
): Promise<AuthorisationView> {
  const { authorisation: read, password } = step;
  const name = claimedName(read, step.name);
  // Asked before the password is known to be right, so that the work is the same for known and unknown customers.
  const offer = await offerFor(ctx, { authorisation: read, name });
  const system = systemContextFor(ctx, read);
  const asker = { kind: 'third-party', tppId: read.organisationId } as const;
  const after = await verifyFirstFactor(
    system,
    { name, password: password.reveal(), asker },
    (work, result) => settle(ctx, work, { step, name, offer, result }),
  );
  const [only, ...others] = after.details.methods ?? [];
  if (after.status === 'psuAuthenticated' && only !== undefined && others.length === 0)
    return selectMethod(ctx, { ...step, authorisation: after, methodId: only.methodId });
  // The response is stored under the key of the request.
  return runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'authorisation',
      aggregateId: after.authorisationId,
      changes: exemptionChange(after),
    });
    return answer(ctx, after);
  });
}

interface Settled {
  readonly step: Step;
  readonly name: string;
  readonly offer: Offer;
  readonly result: FirstFactorResult;
}

/** Records the verdict, in the transaction that counts it. */
async function settle(
  ctx: Context & ScaPorts,
  work: Work,
  { name, offer, result, step }: Settled,
): Promise<StoredAuthorisation> {
  const locked = await lockForStep(ctx, work, { authorisation: step.authorisation, kind: 'authenticate' });
  if (locked === undefined) return step.authorisation;
  const { authorisation } = locked;
  const { change, event } = outcomeOf(authorisation, { name, offer, result });
  const after = await applyPassword(ctx, work, { authorisation, event, change, offer, result });
  if (after.failure === 'no-method') work.rejectAfterCommit(problems['method-unknown']());
  else if (after.failure === 'cannot-sign') work.rejectAfterCommit(problems['customer-blocked']());
  else if (event.kind !== 'password-right')
    work.rejectAfterCommit(problems['credentials-invalid']({ links: wayOut(step, after) }));
  return after;
}

function outcomeOf(
  { details, subject }: StoredAuthorisation,
  { name, offer, result }: Omit<Settled, 'step'>,
): { readonly event: AuthorisationEvent; readonly change: DetailsChange } {
  switch (result.kind) {
    case 'wrong':
      return { event: { kind: 'password-wrong' }, change: {} };
    case 'locked':
      return { event: { kind: 'password-locked' }, change: {} };
    case 'right': {
      // The name belongs to another user since the methods were listed.
      if (result.userId !== offer.userId) return { event: { kind: 'password-wrong' }, change: {} };
      const { language, userId } = result;
      const change = {
        userId,
        details: omitUndefined({
          ...details,
          claimedName: name,
          methods: offer.methods,
          language: language ?? details.language,
        }),
      };
      if (isApprovalForbidden(subject, result))
        return { event: { kind: 'ended', failure: 'cannot-sign' }, change };
      return { event: { kind: 'password-right', next: offer.next }, change };
    }
  }
}

/** Where the third party goes after a wrong password: once more, or to a new authorisation. */
function wayOut(step: Step, { status }: StoredAuthorisation): Readonly<Record<string, string>> {
  return status === 'failed'
    ? { startAuthorisation: step.listPath }
    : { updatePsuAuthentication: pathOf(step) };
}

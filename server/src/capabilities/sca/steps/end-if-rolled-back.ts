import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal } from '../domain/status.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { lockAsOfNow } from './lock-as-of-now.ts';
import { failureOf } from './rolled-back.ts';

/** What is approved changes rarely between the check of the code and the signature; many such lines are a sign of an attack. */
export const rolledBackMessage = 'an approval was rolled back between code and signature';

/** Waits for an approval of a third party's request. One that was rolled back for good ends the authorisation. */
export async function endIfRolledBack<Result>(
  ctx: Context & ScaPorts,
  { authorisationId }: StoredAuthorisation,
  approving: Promise<Result>,
): Promise<Result> {
  try {
    return await approving;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    ctx.log.warn(
      { bankId: ctx.bankId, aggregateKind: 'authorisation', aggregateId: authorisationId, reason: failure },
      rolledBackMessage,
    );
    // The key of the request belongs to the command that was rolled back.
    await runCommand({ ...ctx, idempotency: undefined }, async (work) => {
      const { authorisation, before } = await lockAsOfNow(ctx, work, authorisationId);
      const after = isFinal(authorisation.status)
        ? authorisation
        : await applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure } });
      auditChange(work, before, after);
    });
    throw error;
  }
}

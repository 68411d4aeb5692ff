import { consumePasskeyProof, verifyPasskeyProof } from '#capabilities/identity/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent, auditChange } from '../apply-event.ts';
import { approveOnPage, type PageApproval } from '../approve.ts';
import { prepareApproval } from '../prepare-approval.ts';
import { systemContextFor } from '../system-context.ts';
import { isStillAwaited, lockPage, without } from './page-step.ts';

/**
 * Checks the response of a passkey. Its challenge contains the digest of what was shown; it is verified with the digest of
 * what would be signed now, so that a change in between makes it wrong. A refused response counts as a wrong code, and the
 * next attempt needs a new challenge.
 */
export async function usePasskey(
  ctx: Context & ScaPorts,
  read: StoredAuthorisation,
  response: string,
): Promise<PageApproval> {
  const { awaited } = read.details;
  if (awaited?.kind !== 'passkey') return { authorisation: read };
  const system = systemContextFor(ctx, read);
  const prepared = await prepareApproval(ctx, read);
  const { digest } = prepared.toSign;
  const verified = await verifyPasskeyProof(system, { proofId: awaited.proofId, digest, response });
  return runCommand(ctx, async (work) => {
    const locked = await lockPage(ctx, work, read.authorisationId);
    if (locked === undefined || !isStillAwaited(locked.authorisation, read)) {
      const unchanged = locked?.authorisation ?? read;
      auditChange(work, unchanged, unchanged);
      return { authorisation: unchanged };
    }
    const { authorisation, before } = locked;
    const approval = await consumePasskeyProof(system, work, verified);
    const used =
      approval?.userId === authorisation.userId
        ? await approveOnPage(ctx, work, {
            authorisation,
            prepared,
            proof: { kind: 'verified', by: 'passkey', reference: awaited.proofId },
            methodKind: 'passkey',
          })
        : {
            authorisation: await applyEvent(ctx, work, {
              authorisation,
              event: { kind: 'code-wrong' },
              change: {
                activeAt: ctx.clock.now(),
                details: {
                  ...without(authorisation.details, 'method', 'awaited'),
                  pageError: { kind: 'passkey-refused' },
                },
              },
            }),
          };
    auditChange(work, before, used.authorisation);
    return used;
  });
}

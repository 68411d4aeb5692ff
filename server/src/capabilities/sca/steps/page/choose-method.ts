import type { Context } from '#platform/work/context.ts';
import type { Method } from '../../domain/details.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { beginProof } from '../begin-proof.ts';
import { changePage, without } from './page-step.ts';

/** Begins the second factor with a method of the customer, or once more with the same one. */
export async function chooseMethod(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  method: Method,
): Promise<StoredAuthorisation> {
  const awaited = await beginProof(ctx, { authorisation, method });
  const now = ctx.clock.now();
  return changePage(ctx, authorisation, ({ details }) => ({
    event: { kind: 'method-selected', method: method.kind === 'device' ? 'device' : 'code' },
    change: {
      details: {
        ...without(details, 'pageError'),
        method,
        awaited,
        codesSent: (details.codesSent ?? 0) + (method.kind === 'sms' ? 1 : 0),
        codeSentAtMs: now.epochMilliseconds,
      },
      ...(method.kind === 'device' ? { askedAt: now } : {}),
    },
  }));
}

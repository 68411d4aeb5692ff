import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { applyEvent } from '../apply-event.ts';
import { claimedName } from '../claimed-name.ts';
import { askNamedCustomer } from '../devices/ask-named-customer.ts';
import type { AuthorisationView } from '../view.ts';
import { answer, auditedAnswer, lockForStep, type Step } from './step.ts';

/**
 * Names the customer. The name is a claim of the third party; embedded, it is not looked up before there is a password.
 * Decoupled, the customer's device is asked at once.
 */
export async function identify(
  ctx: Context & ScaPorts,
  step: Step & { readonly name: string },
): Promise<AuthorisationView> {
  const { authorisation: read, name } = step;
  if (read.approach === 'DECOUPLED') return askNamedCustomer(ctx, step);
  return runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'identify' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const claimed = claimedName(authorisation, name);
    const after = await applyEvent(ctx, work, {
      authorisation,
      event: { kind: 'identified' },
      change: { details: { ...authorisation.details, claimedName: claimed } },
    });
    return auditedAnswer(ctx, work, { before, after });
  });
}

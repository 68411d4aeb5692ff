import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../domain/deadlines.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { type AuthorisationTarget, loadOwnAuthorisation } from '../steps/load-authorisation.ts';
import { type AuthorisationView, viewOf } from '../steps/view.ts';

/** Returns the status of an authorisation. Its time limits count at once, not when a job gets to it. */
export async function getAuthorisation(
  ctx: Context & ScaPorts,
  target: AuthorisationTarget,
): Promise<AuthorisationView> {
  const { bankId, clock, scaChoices } = ctx;
  const authorisation = await loadOwnAuthorisation(ctx, target);
  const choices = scaChoices.of(bankId);
  return viewOf(authorisation, { choices, status: statusAt(authorisation, clock.now()) });
}

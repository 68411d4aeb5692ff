import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { LiveSignIn } from './live-of.ts';
import { refusePassword } from './refuse-password.ts';
import type { SubmittedForm } from './repeat-sign-in.ts';
import { signInTransition } from './sign-in-transition.ts';

/**
 * Another password than the one that the secret was used for counts as a wrong attempt: the holder of an
 * old secret must not find out for free which password it was.
 */
export async function countOtherPassword(
  ctx: Context & IdentityPorts,
  form: SubmittedForm,
  live: LiveSignIn,
): Promise<void> {
  const { previousStep } = live.state;
  const isPassword = previousStep === 'password' || previousStep === 'temporary-password';
  if (!isPassword || form.fields.get('step') !== previousStep) return;
  const { fields, visitor } = form;
  const turn = signInTransition({ ctx, live, visitor, fields, form: { ...form, step: previousStep } });
  await refusePassword(turn, previousStep === 'password' ? 'password' : 'temporary');
}

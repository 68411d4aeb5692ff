import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { updateUser } from '../../store/users.store.ts';

/** Records that the signed-in user has accepted a version of the terms, in the command of another capability. */
export async function acceptTerms(
  ctx: Context & IdentityPorts,
  work: Work,
  { version }: { readonly version: string },
): Promise<readonly AuditedChange[]> {
  const user = await lockOwnUser(ctx, work);
  updateUser(work, { ...ctx, now: ctx.clock.now() }, { ...user, termsVersion: version });
  return [{ field: 'terms-version', before: user.termsVersion ?? null, after: version }];
}

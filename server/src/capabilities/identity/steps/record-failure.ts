import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { insertLoginEvent } from '../store/login-events.store.ts';
import type { PasswordVerdict } from './verify-password.ts';

/** Records a failed password in the history of sign-ins; for unknown names too, so that it takes as long. */
export function recordFailure(
  { bankId, clock, identityVault, ids, origin }: Context & IdentityPorts,
  work: Work,
  failed: {
    readonly subject: string;
    readonly verdict: Exclude<PasswordVerdict, { readonly kind: 'right' }>;
    readonly browserName: string;
  },
): void {
  const { browserName, subject, verdict } = failed;
  insertLoginEvent(work, identityVault, {
    bankId,
    loginEventId: ids.uuid(virtualShard(bankId, subject)),
    userId: subject,
    result: verdict.kind,
    browserName,
    sourceAddress: origin.sourceAddress,
    now: clock.now(),
  });
}

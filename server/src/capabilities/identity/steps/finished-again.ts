import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { StoredSignIn } from '../store/sign-ins.store.ts';
import { finishedOf } from './finished-of.ts';
import { openState } from './open-state.ts';
import type { Visitor } from './sign-in-transition.ts';

/** A browser that asks for the answer of a sign-in again. */
interface AskedAgain {
  readonly visitor: Visitor;
  /** The secrets that it has or can derive; one of them is the last one of the sign-in. */
  readonly secrets: readonly string[];
}

/** Returns the same secrets again, to the same browser and network only. */
export function finishedAgain(
  ctx: Context & IdentityPorts,
  { secrets, visitor }: AskedAgain,
  row: StoredSignIn,
): Finished | undefined {
  const { identityVault, origin } = ctx;
  const held = secrets.find((secret) => equalBytes(row.tieHash, identityVault.secretHash(secret)));
  const { finished } = openState(ctx, row);
  const isSameBrowser =
    finished?.browserName === visitor.browserName && finished.network === networkOfOrigin(origin);
  if (held === undefined || finished === undefined || !isSameBrowser) return undefined;
  return finishedOf(ctx, { finished, nextSecret: held, signInId: row.signInId });
}

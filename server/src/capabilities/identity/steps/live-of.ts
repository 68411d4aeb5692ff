import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { StoredSignIn } from '../store/sign-ins.store.ts';
import { openState } from './open-state.ts';

/** A sign-in that this browser may go on with. */
export interface LiveSignIn {
  readonly signInId: string;
  readonly state: SignInState;
  readonly rowVersion: bigint;
}

/** Returns what the operations know of a stored sign-in. */
export function liveOf(ctx: Context & IdentityPorts, row: StoredSignIn): LiveSignIn {
  return { signInId: row.signInId, state: openState(ctx, row), rowVersion: row.rowVersion };
}

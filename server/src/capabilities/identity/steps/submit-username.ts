import { firstState, nextState } from '../domain/sign-in/state.ts';
import type { StepResult } from '../domain/sign-in/step-result.ts';
import { normalizeUsername } from '../domain/username.ts';
import { knownByName } from './known-by-name.ts';
import type { SignInTransition } from './sign-in-transition.ts';

const typedMax = 254;

/** Somebody says who they are. Whether there is such a user makes no difference to what comes next. */
export async function submitUsername(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const typed = (fields.get('username') ?? '').trim().slice(0, typedMax);
  if (typed === '') return transition.go(nextState(live.state, { fault: 'required' }));
  const username = normalizeUsername(typed) ?? typed.normalize('NFC').toLowerCase();
  const known = await knownByName(ctx, username);
  return transition.go(firstState(live.state, { step: 'password', ...known }));
}

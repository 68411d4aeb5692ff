import { sendContactCode, sendOtp } from '#capabilities/authorization/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { codesPerSignInMax, phoneConfirmValidityMinutes } from '../domain/policy.ts';
import type { Moved } from '../domain/sign-in/moved.ts';
import { nextState, type SignInState } from '../domain/sign-in/state.ts';
import type { SecondFactor, SignInNotice } from '../domain/sign-in/view.ts';
import type { User } from '../domain/user.ts';
import { listPasskeys } from '../store/passkeys.store.ts';
import { factorChoices } from './factor-choices.ts';
import type { Turn } from './sign-in-turn.ts';

/** Asks for a second factor: the one that was wished for, or the safest there is. */
export async function beginFactor(
  turn: Turn,
  user: User,
  wish: { readonly factor?: SecondFactor | undefined; readonly notice?: SignInNotice } = {},
): Promise<Moved> {
  const { ctx, live } = turn;
  const { state } = live;
  const choices = await factorChoices(ctx, user, state.first);
  const factor = (choices.find((choice) => choice.factor === wish.factor) ?? choices[0])?.factor;
  switch (factor) {
    case undefined:
      return turn.go(nextState(state, { step: 'no-factor' }));
    case 'passkey':
      return turn.go(await passkeyState(turn, user));
    case 'totp':
      return turn.go(nextState(state, { step: 'code', factor }));
    case 'sms':
      return turn.go(await smsState(turn, user, wish.notice));
  }
}

async function passkeyState({ ctx, live }: Turn, { userId }: User): Promise<SignInState> {
  const { bankId, db, passkeys } = ctx;
  const { challenge, options } = await passkeys.beginUse(await listPasskeys(db, { bankId, userId }));
  return nextState(live.state, { step: 'passkey', factor: 'passkey', challenge, options });
}

/** By SMS: to the number on file, or to the one that a new user is to prove. */
async function sendCode(ctx: Turn['ctx'], state: SignInState, user: User): Promise<string> {
  const codes = { ...ctx, ...ctx.authorization };
  const { language, openPhone, phone } = user.profile;
  const { userId } = user;
  if (phone === undefined && openPhone !== undefined) {
    const validFor = { minutes: phoneConfirmValidityMinutes };
    return sendContactCode(codes, { userId, channel: 'sms', contact: openPhone, language, validFor });
  }
  return sendOtp(codes, {
    channel: 'sms',
    action: state.first?.kind === 'temporary' ? 'password-reset' : 'login',
    message: undefined,
    contact: undefined,
    userName: userId,
  });
}

/** Whoever has a code can still type it; whoever has none has to wait. */
function waitingState(state: SignInState): SignInState {
  const step = state.verificationId === undefined ? 'throttled' : 'code';
  return nextState(state, { step, factor: 'sms' });
}

/** Sends a code. Where none may be sent any more, somebody waits; what was sent before stays good. */
async function smsState(
  { ctx, live }: Turn,
  user: User,
  notice: SignInNotice | undefined,
): Promise<SignInState> {
  const { state } = live;
  if (state.codesSent >= codesPerSignInMax) return waitingState(state);
  try {
    const verificationId = await sendCode(ctx, state, user);
    const said = notice === undefined ? {} : { notice };
    return nextState(state, {
      step: 'code',
      factor: 'sms',
      verificationId,
      codesSent: state.codesSent + 1,
      ...said,
    });
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many') return waitingState(state);
    throw error;
  }
}

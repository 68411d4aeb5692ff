import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { codesPerSignInMax, passwordLengthMin } from '../../domain/policy.ts';
import { type MetLimit, type ShownLimit, shownLimit } from '../../domain/sign-in/limit.ts';
import type { SignInState } from '../../domain/sign-in/state.ts';
import type { FactorChoice, SignInView } from '../../domain/sign-in/view.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { hintPictureUrl } from '../../steps/pictures.ts';
import { findOffered } from '../../steps/sign-in/offer.ts';
import { factorChoices } from '../../steps/sign-in/second-factor.ts';
import { readSignIn } from '../../steps/sign-in/state.ts';
import { findNamedUser, findUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Returns what the browser shows now; undefined when its sign-in has ended. Records the activity. */
export async function viewSignIn(
  ctx: Ctx,
  { secret, signInId }: { readonly signInId: string; readonly secret: string },
): Promise<SignInView | undefined> {
  const live = await readSignIn(ctx, { signInId, secret, isActivity: true });
  const state = live?.state ?? (await findOffered(ctx, { secret, signInId }));
  return state && views[state.step](ctx, state);
}

/** Returns the view of each step. */
const views: {
  readonly [Step in SignInState['step']]: (ctx: Ctx, state: SignInState) => Promise<SignInView> | SignInView;
} = {
  identify: (_, { error, notice, options = '', username }) => ({
    kind: 'identify',
    username,
    error,
    notice,
    passkeyOptions: options,
  }),
  password: async (ctx, state) => ({
    kind: 'password',
    username: state.username ?? '',
    isKnown: state.first?.kind === 'session',
    hintPictureUrl: await hintOf(ctx, state),
    error: state.error,
    attemptsLeft: state.attemptsLeft,
  }),
  method: methodView,
  code: codeView,
  passkey: async (ctx, state) => ({
    kind: 'passkey',
    options: state.options ?? '',
    error: state.error,
    choices: await othersThan(ctx, state),
  }),
  locked: ({ bankId, identityFacts }, { lockedUntil }) => ({
    kind: 'locked',
    until: lockedUntil === undefined ? undefined : Temporal.Instant.from(lockedUntil),
    timeZone: identityFacts.of(bankId).timeZone,
  }),
  'forgot-password': (_, { error, username }) => ({ kind: 'forgot-password', username, error }),
  'forgot-username': (_, { error }) => ({ kind: 'forgot-username', error }),
  'temporary-password': (_, { error, username }) => ({
    kind: 'temporary-password',
    error,
    asksName: username === undefined,
  }),
  'new-password': (_, { newPasswordErrors = [], username = '' }) => ({
    kind: 'new-password',
    errors: newPasswordErrors,
    lengthMin: passwordLengthMin,
    username,
  }),
  'no-factor': () => ({ kind: 'no-factor' }),
  throttled: throttledView,
};

async function hintOf(ctx: Ctx, { username = '' }: SignInState): Promise<string> {
  return hintPictureUrl(ctx, username, await findNamedUser(ctx.db, { bankId: ctx.bankId, username }));
}

async function methodView(ctx: Ctx, state: SignInState): Promise<SignInView> {
  const choices = await choicesOf(ctx, state);
  const [safest] = choices;
  return safest === undefined ? { kind: 'no-factor' } : { kind: 'method', choices, chosen: safest.factor };
}

async function codeView(ctx: Ctx, state: SignInState): Promise<SignInView> {
  const { codesSent, factor, error, notice } = state;
  const choices = await choicesOf(ctx, state);
  return {
    kind: 'code',
    factor: factor === 'totp' ? 'totp' : 'sms',
    ending: choices.find((choice) => choice.factor === factor)?.ending,
    error,
    notice,
    choices: choices.filter((choice) => choice.factor !== factor),
    canResend: factor === 'sms' && codesSent < codesPerSignInMax,
    limit: limitIn(ctx, state),
  };
}

async function throttledView(ctx: Ctx, state: SignInState): Promise<SignInView> {
  const limit = limitIn(ctx, state) ?? shownAt(ctx, { limit: 'connection', reason: 'unknown' });
  const choices = limit.limit === 'number' ? await choicesOf(ctx, state) : [];
  return { kind: 'throttled', limit, ending: choices.find(({ factor }) => factor === 'sms')?.ending };
}

function limitIn(ctx: Ctx, { limit }: SignInState): ShownLimit | undefined {
  return limit && shownAt(ctx, limit);
}

function shownAt({ bankId, clock, identityFacts }: Ctx, limit: MetLimit): ShownLimit {
  return shownLimit(limit, { now: clock.now(), timeZone: identityFacts.of(bankId).timeZone });
}

async function othersThan(ctx: Ctx, state: SignInState): Promise<readonly FactorChoice[]> {
  const choices = await choicesOf(ctx, state);
  return choices.filter(({ factor }) => factor !== state.factor);
}

/** Lists further factors only after the first factor was verified. */
async function choicesOf(ctx: Ctx, { first, userId }: SignInState): Promise<readonly FactorChoice[]> {
  if (first === undefined || userId === undefined) return [];
  const user = await findUser(ctx.db, ctx, userId);
  return user === undefined ? [] : factorChoices(ctx, user, first);
}

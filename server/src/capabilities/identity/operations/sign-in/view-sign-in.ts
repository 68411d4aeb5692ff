import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { codesPerSignInMax, passwordLengthMin } from '../../domain/policy.ts';
import { type MetLimit, type ShownLimit, shownLimit } from '../../domain/sign-in/limit.ts';
import { provenIn, type SignInState, type SignInStep } from '../../domain/sign-in/state.ts';
import type { FactorChoice, SecondFactor, SignInView } from '../../domain/sign-in/view.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { hintPictureUrl } from '../../steps/pictures.ts';
import { readSignIn } from '../../steps/sign-in/live-sign-in.ts';
import { findOffered } from '../../steps/sign-in/offer.ts';
import { factorChoices } from '../../steps/sign-in/second-factor.ts';
import { findNamedUser, findUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Returns what the browser shows now; undefined when its sign-in has ended. Records the activity. */
export async function viewSignIn(
  ctx: Ctx,
  { secret, signInId }: { readonly signInId: string; readonly secret: string },
): Promise<SignInView | undefined> {
  const live = await readSignIn(ctx, { signInId, secret, isActivity: true });
  const state = live?.state ?? (await findOffered(ctx, { secret, signInId }));
  return state && viewOf(ctx, state);
}

type View<Step extends SignInStep> = (
  ctx: Ctx,
  state: SignInState<Step>,
) => Promise<SignInView> | SignInView | undefined;

async function viewOf<Step extends SignInStep>(
  ctx: Ctx,
  state: SignInState<Step>,
): Promise<SignInView | undefined> {
  const view: View<Step> = views[state.step];
  return view(ctx, state);
}

/** Returns the view of each step. */
const views: { readonly [Step in SignInStep]: View<Step> } = {
  identify: ({ bankId, loginProviders }, { error, notice, options, username }) => ({
    kind: 'identify',
    username,
    error,
    notice,
    passkeyOptions: options,
    providers: loginProviders.offered(bankId).map(({ page, provider }) => ({ provider, name: page.name })),
  }),
  'linked-login': (_, { address, providerName }) => ({ kind: 'linked-login', address, providerName }),
  password: async (ctx, { attemptsLeft, error, username }) => ({
    kind: 'password',
    username,
    hintPictureUrl: await hintOf(ctx, username),
    error,
    attemptsLeft,
  }),
  method: methodView,
  code: codeView,
  passkey: async (ctx, state) => ({
    kind: 'passkey',
    options: state.options,
    error: state.error,
    choices: await othersThan(ctx, state, 'passkey'),
  }),
  locked: ({ bankId, identityFacts }, { lockedUntil }) => ({
    kind: 'locked',
    until: Temporal.Instant.from(lockedUntil),
    timeZone: identityFacts.of(bankId).timeZone,
  }),
  'forgot-password': (_, { error, username }) => ({ kind: 'forgot-password', username, error }),
  'forgot-username': (_, { error }) => ({ kind: 'forgot-username', error }),
  'temporary-password': (_, { error, username }) => ({
    kind: 'temporary-password',
    error,
    asksName: username === undefined,
  }),
  'new-password': (_, { errors, username }) => ({
    kind: 'new-password',
    errors,
    lengthMin: passwordLengthMin,
    username,
  }),
  'no-factor': () => ({ kind: 'no-factor' }),
  throttled: throttledView,
  // Its row has ended: the browser gets the result, not a page.
  finished: () => undefined,
};

async function hintOf(ctx: Ctx, username: string): Promise<string> {
  return hintPictureUrl(ctx, username, await findNamedUser(ctx.db, { bankId: ctx.bankId, username }));
}

async function methodView(ctx: Ctx, state: SignInState<'method'>): Promise<SignInView> {
  const choices = await choicesOf(ctx, state);
  const [safest] = choices;
  return safest === undefined ? { kind: 'no-factor' } : { kind: 'method', choices, chosen: safest.factor };
}

async function codeView(ctx: Ctx, state: SignInState<'code'>): Promise<SignInView> {
  const { codesSent, factor, error } = state;
  const choices = await choicesOf(ctx, state);
  const { limit, notice } = factor === 'sms' ? state : {};
  return {
    kind: 'code',
    factor,
    ending: choices.find((choice) => choice.factor === factor)?.ending,
    error,
    notice,
    choices: choices.filter((choice) => choice.factor !== factor),
    canResend: factor === 'sms' && codesSent < codesPerSignInMax,
    limit: limit && shownAt(ctx, limit),
  };
}

async function throttledView(ctx: Ctx, state: SignInState<'throttled'>): Promise<SignInView> {
  const limit = shownAt(ctx, state.limit);
  const choices = limit.limit === 'number' ? await choicesOf(ctx, state) : [];
  return { kind: 'throttled', limit, ending: choices.find(({ factor }) => factor === 'sms')?.ending };
}

function shownAt({ bankId, clock, identityFacts }: Ctx, limit: MetLimit): ShownLimit {
  return shownLimit(limit, { now: clock.now(), timeZone: identityFacts.of(bankId).timeZone });
}

async function othersThan(
  ctx: Ctx,
  state: SignInState,
  current: SecondFactor,
): Promise<readonly FactorChoice[]> {
  return (await choicesOf(ctx, state)).filter(({ factor }) => factor !== current);
}

/** Lists further factors only after the first factor was verified. */
async function choicesOf(ctx: Ctx, state: SignInState): Promise<readonly FactorChoice[]> {
  const proven = provenIn(state);
  if (proven === undefined) return [];
  const user = await findUser(ctx.db, ctx, proven.userId);
  return user === undefined ? [] : factorChoices(ctx, user, proven.first);
}

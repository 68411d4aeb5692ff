import { plainText } from '#platform/http/browser-form.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import {
  formLockSeconds,
  formRepeatableSeconds,
  formRepeatsMax,
  signInIdleSeconds,
} from '../domain/policy.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import { quotaLimit } from '../domain/sign-in/quota-limit.ts';
import { firstState, nextState, type SignInState } from '../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { countOtherPassword } from '../steps/count-other-password.ts';
import { knownByName } from '../steps/known-by-name.ts';
import { type LiveSignIn, liveOf } from '../steps/live-of.ts';
import { readSignIn } from '../steps/read-sign-in.ts';
import { repeatSignIn, type SubmittedForm } from '../steps/repeat-sign-in.ts';
import { resumeFactor } from '../steps/resume-factor.ts';
import { type SignInTransition, signInTransition, type Visitor } from '../steps/sign-in-transition.ts';
import { storeOffered } from '../steps/store-offered.ts';
import { submitCode } from '../steps/submit-code.ts';
import { submitMethod } from '../steps/submit-method.ts';
import { submitNewPassword } from '../steps/submit-new-password.ts';
import { submitPasskey } from '../steps/submit-passkey.ts';
import { submitPassword } from '../steps/submit-password.ts';
import { submitUsername } from '../steps/submit-username.ts';
import { lockForm, unlockForm } from '../store/submitted-forms.store.ts';
import { recoverUsername } from './recover-username.ts';
import { resetPassword } from './reset-password.ts';

type Ctx = Context & IdentityPorts;

/** A form that came back from a browser. */
export interface SubmitSignIn {
  readonly signInId: string;
  readonly secret: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly visitor: Visitor;
}

/** Too much to do at once: nothing was looked at, nothing has changed. */
export interface Busy {
  readonly kind: 'busy';
}

export type SubmitOutcome =
  | Busy
  /** There is nothing to go on with. */
  | { readonly kind: 'over' }
  /** The form is not one that this browser was given for this step. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'cancelled' }
  /** The next page opens with this, or still with what the browser has. */
  | { readonly kind: 'moved'; readonly secret: string | undefined }
  | Finished;

/** How often a form is taken up that another instance had taken, and let go of. */
const takesMax = 3;

/**
 * Takes one step of a sign-in. Whatever was sent, the state that lies here decides which steps there are. A form that
 * is sent again gets the answer that the first one got.
 */
export async function submitSignIn(ctx: Ctx, asked: SubmitSignIn): Promise<SubmitOutcome> {
  const { fields, secret, signInId } = asked;
  const step = fields.get('step') ?? '';
  // Before anything is read: under such a load it is the quickest answer that helps.
  if (step === 'password' && ctx.passwordHasher.isFull()) return { kind: 'busy' };
  const form = submittedForm(ctx, asked);
  if (form.isTokenOfSecret) await storeOffered(ctx, { secret, signInId });
  if (step !== 'cancel' || !form.isTokenOfSecret) return submitForm(ctx, form);
  const live = await readSignIn(ctx, { signInId, secret });
  return live === undefined ? { kind: 'over' } : { kind: 'cancelled' };
}

async function submitForm(ctx: Ctx, form: SubmittedForm): Promise<SubmitOutcome> {
  for (let take = 0; take < takesMax; take += 1) {
    const live = form.isTokenOfSecret ? await takeForm(ctx, form) : undefined;
    if (live !== undefined) return submitLive(ctx, form, live);
    const outcome = await repeatSignIn(ctx, form);
    if (outcome.kind === 'other-form') {
      await countOtherPassword(ctx, form, outcome.live);
      return { kind: 'over' };
    }
    if (outcome.kind !== 'take') return outcome;
  }
  return { kind: 'busy' };
}

function submittedForm({ bankId, identityVault }: Ctx, asked: SubmitSignIn): SubmittedForm {
  const { fields, secret, signInId } = asked;
  const formHash = identityVault.formHash(bankId, signInId, fields);
  return {
    ...asked,
    tieHash: identityVault.secretHash(secret),
    formHash,
    nextSecret: identityVault.derivedSecret(bankId, 'next-step', [
      signInId,
      secret,
      formHash.toString('base64url'),
    ]),
    isTokenOfSecret: identityVault.isCsrf(bankId, secret, fields.get('csrf') ?? ''),
  };
}

/** Locks the form; nothing when it cannot be taken as a new one. */
async function takeForm(ctx: Ctx, form: SubmittedForm): Promise<LiveSignIn | undefined> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const { formHash, signInId, tieHash } = form;
  const row = await lockForm(db, {
    bankId,
    signInId,
    tieHash,
    formHash,
    idleSeconds: signInIdleSeconds,
    lockedUntil: now.add({ seconds: formLockSeconds }),
    repeatsMax: formRepeatsMax,
    repeatableUntil: now.add({ seconds: formRepeatableSeconds }),
    now,
  });
  return row && liveOf(ctx, row);
}

async function submitLive(ctx: Ctx, form: SubmittedForm, live: LiveSignIn): Promise<SubmitOutcome> {
  const { bankId, db } = ctx;
  const { fields, formHash, nextSecret, signInId, visitor } = form;
  const typed = new Map([...fields].map(([name, text]) => [name, plainText(text)]));
  const turn = signInTransition({
    ctx,
    live,
    visitor,
    fields: typed,
    form: { ...form, step: live.state.step },
  });
  const unlock = (): Promise<void> => unlockForm(db, { bankId, signInId, formHash });
  const outcome = await taken(turn, fields.get('step') ?? '').catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  if (outcome.kind === 'finished') return outcome;
  if (outcome.kind === 'moved' && outcome.isFurther) return { kind: 'moved', secret: nextSecret };
  await unlock();
  return outcome.kind === 'busy' ? outcome : unmovedAnswer(ctx, form);
}

/** Nothing was done; where that is because the same form was faster, its answer is the answer. */
async function unmovedAnswer(ctx: Ctx, form: SubmittedForm): Promise<SubmitOutcome> {
  const outcome = await repeatSignIn(ctx, form);
  return outcome.kind === 'finished' || outcome.kind === 'moved'
    ? outcome
    : { kind: 'moved', secret: undefined };
}

async function taken(transition: SignInTransition, step: string): Promise<StepResult | Finished | Busy> {
  try {
    return await handlerOf(transition.live.state, step)(transition);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.entry.kind === 'unavailable') return { kind: 'busy' };
    // Another step of the same sign-in came first.
    if (error.entry.kind === 'conflict') return unchanged;
    throw error;
  }
}

type Handler = (transition: SignInTransition) => Promise<StepResult | Finished>;

const stay: Handler = async () => unchanged;
const show =
  (step: SignInState['step']): Handler =>
  (turn) =>
    turn.go(nextState(turn.live.state, { step }));

/** Steps that lead away from where somebody is. */
const always: Readonly<Record<string, Handler>> = {
  'other-user': startOver,
  'forgot-password': show('forgot-password'),
  'forgot-username': show('forgot-username'),
};

const handlers: Readonly<Record<SignInState['step'], Readonly<Record<string, Handler>>>> = {
  identify: { identify: submitUsername, passkey: submitPasskey, ...always },
  password: { password: (turn) => submitPassword(turn, 'password'), ...always },
  method: { method: submitMethod },
  code: { code: submitCode, resend: (turn) => submitMethod(turn, 'code-sent-again'), method: submitMethod },
  passkey: { passkey: submitPasskey, method: submitMethod },
  'forgot-password': { 'send-reset': sendReset, ...always },
  'forgot-username': { 'send-username': sendUsername, ...always },
  'temporary-password': { 'temporary-password': (turn) => submitPassword(turn, 'temporary'), ...always },
  'new-password': { 'new-password': submitNewPassword },
  locked: { again: startOver, ...always },
  'no-factor': { again: startOver, ...always },
  throttled: { again: goOn, ...always },
};

function handlerOf({ step: at }: SignInState, step: string): Handler {
  const here = handlers[at];
  return Object.hasOwn(here, step) ? (here[step] ?? stay) : stay;
}

async function startOver(transition: SignInTransition): Promise<StepResult> {
  const { challenge, options } = await transition.ctx.passkeys.beginUse(undefined);
  return transition.go(firstState(transition.live.state, { challenge, options }));
}

/** After a pause: where the second factor was asked for it is asked for again, else the password. */
async function goOn(transition: SignInTransition): Promise<StepResult> {
  const { first, username } = transition.live.state;
  if (first !== undefined) return resumeFactor(transition);
  if (username === undefined) return startOver(transition);
  const known = await knownByName(transition.ctx, username);
  return transition.go(nextState(transition.live.state, { step: 'password', ...known }));
}

const typedMax = 254;

/** Whoever forgot the password is sent a temporary one, and types it on the next page; nobody sees whether it was sent. */
async function sendReset(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const username = (fields.get('username') ?? '').trim().slice(0, typedMax).toLowerCase();
  if (username === '') return transition.go(nextState(live.state, { fault: 'required' }));
  return withinQuota(transition, async () => {
    await resetPassword(ctx, { username, channel: undefined, humanCheck: undefined });
    const known = await knownByName(ctx, username);
    return transition.go(firstState(live.state, { step: 'temporary-password', ...known }));
  });
}

async function sendUsername(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const identifier = (fields.get('contact') ?? '').trim().slice(0, typedMax);
  if (identifier === '') return transition.go(nextState(live.state, { fault: 'required' }));
  return withinQuota(transition, async () => {
    await recoverUsername(ctx, { identifier, channel: undefined, humanCheck: undefined });
    const { challenge, options } = await ctx.passkeys.beginUse(undefined);
    return transition.go(firstState(live.state, { challenge, options, notice: 'username-sent' }));
  });
}

async function withinQuota(
  transition: SignInTransition,
  send: () => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many')
      return transition.go(
        nextState(transition.live.state, {
          step: 'throttled',
          limit: quotaLimit(error, transition.ctx.clock.now()),
        }),
      );
    throw error;
  }
}

import { plainText } from '#platform/http/browser-form.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import {
  formLockSeconds,
  formRepeatableSeconds,
  formRepeatsMax,
  signInIdleSeconds,
} from '../../domain/policy.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { quotaLimit } from '../../domain/sign-in/quota-limit.ts';
import { firstState, nextState, type SignInState } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { submitNewPassword } from '../../steps/new-password.ts';
import { storeOffered } from '../../steps/sign-in/offer.ts';
import { countOtherPassword } from '../../steps/sign-in/password-attempt.ts';
import { repeatSignIn, type SubmittedForm } from '../../steps/sign-in/repeat.ts';
import { resumeFactor, submitCode, submitMethod } from '../../steps/sign-in/second-factor.ts';
import { type LiveSignIn, lookUpUsername, readSignIn, toLiveSignIn } from '../../steps/sign-in/state.ts';
import { submitPasskey } from '../../steps/sign-in/submit-passkey.ts';
import { submitPassword, submitUsername } from '../../steps/sign-in/submit-password.ts';
import { type BrowserInfo, type SignInTransition, signInTransition } from '../../steps/sign-in/transition.ts';
import { lockForm, unlockForm } from '../../store/submitted-forms.store.ts';
import { recoverUsername } from '../recovery/recover-username.ts';
import { resetPassword } from '../recovery/reset-password.ts';

type Ctx = Context & IdentityPorts;

/** A form submitted by a browser. */
export interface SubmitSignIn {
  readonly signInId: string;
  readonly secret: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly browserInfo: BrowserInfo;
}

/** Overloaded: nothing was checked and nothing has changed. */
export interface Busy {
  readonly kind: 'busy';
}

export type SubmitOutcome =
  | Busy
  /** The sign-in has ended or does not exist. */
  | { readonly kind: 'over' }
  /** The form was not issued to this browser for this step. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'cancelled' }
  /** The next page opens with this secret, or with the browser's current one. */
  | { readonly kind: 'moved'; readonly secret: string | undefined }
  | Finished;

/** How often a form is retried that another instance had locked and then unlocked. */
const attemptsMax = 3;

/**
 * Processes one step of a sign-in. The stored state decides which steps are allowed, whatever the form contains. A form
 * that is submitted again gets the same response.
 */
export async function submitSignIn(ctx: Ctx, request: SubmitSignIn): Promise<SubmitOutcome> {
  const { fields, secret, signInId } = request;
  const step = fields.get('step') ?? '';
  // Checked before anything is read: under overload a quick response helps most.
  if (step === 'password' && ctx.passwordHasher.isFull()) return { kind: 'busy' };
  const form = submittedForm(ctx, request);
  if (form.isTokenOfSecret) await storeOffered(ctx, { secret, signInId });
  if (step !== 'cancel' || !form.isTokenOfSecret) return submitForm(ctx, form);
  const live = await readSignIn(ctx, { signInId, secret });
  return live === undefined ? { kind: 'over' } : { kind: 'cancelled' };
}

async function submitForm(ctx: Ctx, form: SubmittedForm): Promise<SubmitOutcome> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const live = form.isTokenOfSecret ? await acceptForm(ctx, form) : undefined;
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

function submittedForm({ bankId, identityVault }: Ctx, request: SubmitSignIn): SubmittedForm {
  const { fields, secret, signInId } = request;
  const formHash = identityVault.formHash(bankId, signInId, fields);
  return {
    ...request,
    bindingHash: identityVault.secretHash(secret),
    formHash,
    nextSecret: identityVault.derivedSecret(bankId, 'next-step', [
      signInId,
      secret,
      formHash.toString('base64url'),
    ]),
    isTokenOfSecret: identityVault.isCsrf(bankId, secret, fields.get('csrf') ?? ''),
  };
}

/** Locks the form; undefined when it is not accepted as a new one. */
async function acceptForm(ctx: Ctx, form: SubmittedForm): Promise<LiveSignIn | undefined> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const { formHash, signInId, bindingHash } = form;
  const row = await lockForm(db, {
    bankId,
    signInId,
    bindingHash,
    formHash,
    idleSeconds: signInIdleSeconds,
    lockedUntil: now.add({ seconds: formLockSeconds }),
    repeatsMax: formRepeatsMax,
    repeatableUntil: now.add({ seconds: formRepeatableSeconds }),
    now,
  });
  return row && toLiveSignIn(ctx, row);
}

async function submitLive(ctx: Ctx, form: SubmittedForm, live: LiveSignIn): Promise<SubmitOutcome> {
  const { bankId, db } = ctx;
  const { fields, formHash, nextSecret, signInId, browserInfo } = form;
  const typed = new Map([...fields].map(([name, text]) => [name, plainText(text)]));
  const transition = signInTransition({
    ctx,
    live,
    browserInfo,
    fields: typed,
    form: { ...form, step: live.state.step },
  });
  const unlock = (): Promise<void> => unlockForm(db, { bankId, signInId, formHash });
  const outcome = await runStep(transition, fields.get('step') ?? '').catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  if (outcome.kind === 'finished') return outcome;
  if (outcome.kind === 'moved' && outcome.isFurther) return { kind: 'moved', secret: nextSecret };
  await unlock();
  return outcome.kind === 'busy' ? outcome : unchangedOutcome(ctx, form);
}

/** The step changed nothing; if the same form was processed first, returns its response. */
async function unchangedOutcome(ctx: Ctx, form: SubmittedForm): Promise<SubmitOutcome> {
  const outcome = await repeatSignIn(ctx, form);
  return outcome.kind === 'finished' || outcome.kind === 'moved'
    ? outcome
    : { kind: 'moved', secret: undefined };
}

async function runStep(transition: SignInTransition, step: string): Promise<StepResult | Finished | Busy> {
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
  (transition) =>
    transition.updateAndCommit(nextState(transition.live.state, { step }));

/** Steps that are possible on several pages. */
const always: Readonly<Record<string, Handler>> = {
  'other-user': startOver,
  'forgot-password': show('forgot-password'),
  'forgot-username': show('forgot-username'),
};

const handlers: Readonly<Record<SignInState['step'], Readonly<Record<string, Handler>>>> = {
  identify: { identify: submitUsername, passkey: submitPasskey, ...always },
  password: { password: (transition) => submitPassword(transition, 'password'), ...always },
  method: { method: submitMethod },
  code: {
    code: submitCode,
    resend: (transition) => submitMethod(transition, 'code-sent-again'),
    method: submitMethod,
  },
  passkey: { passkey: submitPasskey, method: submitMethod },
  'forgot-password': { 'send-reset': sendReset, ...always },
  'forgot-username': { 'send-username': sendUsername, ...always },
  'temporary-password': {
    'temporary-password': (transition) => submitPassword(transition, 'temporary'),
    ...always,
  },
  'new-password': { 'new-password': submitNewPassword },
  locked: { again: startOver, ...always },
  'no-factor': { again: startOver, ...always },
  throttled: { again: continueAfterPause, ...always },
};

function handlerOf({ step: at }: SignInState, step: string): Handler {
  const here = handlers[at];
  return Object.hasOwn(here, step) ? (here[step] ?? stay) : stay;
}

async function startOver(transition: SignInTransition): Promise<StepResult> {
  const { challenge, options } = await transition.ctx.passkeys.beginUse(undefined);
  return transition.updateAndCommit(firstState(transition.live.state, { challenge, options }));
}

/** Continues after a pause: with the second factor if that was the current step, else with the password. */
async function continueAfterPause(transition: SignInTransition): Promise<StepResult> {
  const { first, username } = transition.live.state;
  if (first !== undefined) return resumeFactor(transition);
  if (username === undefined) return startOver(transition);
  const known = await lookUpUsername(transition.ctx, username);
  return transition.updateAndCommit(nextState(transition.live.state, { step: 'password', ...known }));
}

const typedMax = 254;

/** Sends a temporary password and shows the page to enter it; the page does not reveal whether a message was sent. */
async function sendReset(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const username = (fields.get('username') ?? '').trim().slice(0, typedMax).toLowerCase();
  if (username === '') return transition.updateAndCommit(nextState(live.state, { error: 'required' }));
  return withinQuota(transition, async () => {
    await resetPassword(ctx, { username, channel: undefined, humanCheck: undefined });
    const known = await lookUpUsername(ctx, username);
    return transition.updateAndCommit(firstState(live.state, { step: 'temporary-password', ...known }));
  });
}

async function sendUsername(transition: SignInTransition): Promise<StepResult> {
  const { ctx, fields, live } = transition;
  const identifier = (fields.get('contact') ?? '').trim().slice(0, typedMax);
  if (identifier === '') return transition.updateAndCommit(nextState(live.state, { error: 'required' }));
  return withinQuota(transition, async () => {
    await recoverUsername(ctx, { identifier, channel: undefined, humanCheck: undefined });
    const { challenge, options } = await ctx.passkeys.beginUse(undefined);
    return transition.updateAndCommit(
      firstState(live.state, { challenge, options, notice: 'username-sent' }),
    );
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
      return transition.updateAndCommit(
        nextState(transition.live.state, {
          step: 'throttled',
          limit: quotaLimit(error, transition.ctx.clock.now()),
        }),
      );
    throw error;
  }
}

import { plainText } from '#platform/http/browser-form.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import {
  formLockSeconds,
  formRepeatableSeconds,
  formRepeatsMax,
  signInIdleSeconds,
} from '../../domain/policy.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import { quotaLimit } from '../../domain/sign-in/quota-limit.ts';
import type { SignInStep } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { submitNewPassword } from '../../steps/new-password.ts';
import {
  type BrowserInfo,
  type LiveSignIn,
  lookUpUsername,
  readSignIn,
  type SignInTransition,
  signInTransition,
  toLiveSignIn,
  typedIdentifier,
} from '../../steps/sign-in/live-sign-in.ts';
import { storeOffered } from '../../steps/sign-in/offer.ts';
import { repeatSignIn, type SubmittedForm } from '../../steps/sign-in/repeat.ts';
import { resendCode, resumeFactor, submitCode, submitMethod } from '../../steps/sign-in/second-factor.ts';
import { chooseProvider, submitLinkedLogin } from '../../steps/sign-in/submit-linked-login.ts';
import { submitPasskey } from '../../steps/sign-in/submit-passkey.ts';
import { countOtherPassword, submitPassword, submitUsername } from '../../steps/sign-in/submit-password.ts';
import { lockForm, type StoredSignIn, unlockForm } from '../../store/sign-ins.store.ts';
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
  | { readonly kind: 'continues'; readonly secret: string | undefined }
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
    const row = form.isTokenOfSecret ? await acceptForm(ctx, form) : undefined;
    if (row !== undefined) {
      const live = toLiveSignIn(ctx, row);
      return live === undefined ? { kind: 'over' } : submitLive(ctx, form, live);
    }
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
async function acceptForm(
  { bankId, clock, db }: Ctx,
  form: SubmittedForm,
): Promise<StoredSignIn | undefined> {
  const now = clock.now();
  const { formHash, signInId, bindingHash } = form;
  return lockForm(db, {
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
}

async function submitLive(ctx: Ctx, form: SubmittedForm, live: LiveSignIn): Promise<SubmitOutcome> {
  const { bankId, db } = ctx;
  const { fields, formHash, nextSecret, signInId, browserInfo } = form;
  const typed = new Map([...fields].map(([name, text]) => [name, plainText(text)]));
  const { rowVersion, state } = live;
  const transition = signInTransition({
    ctx,
    signInId,
    rowVersion,
    state,
    browserInfo,
    fields: typed,
    form: { ...form, step: state.step },
  });
  const unlock = (): Promise<void> => unlockForm(db, { bankId, signInId, formHash });
  const outcome = await runStep(transition, fields.get('step') ?? '').catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  if (outcome.kind === 'finished') return outcome;
  if (outcome.kind === 'continues' && outcome.hasAdvanced) return { kind: 'continues', secret: nextSecret };
  await unlock();
  return outcome.kind === 'busy' ? outcome : unchangedOutcome(ctx, form);
}

/** The step changed nothing; if the same form was processed first, returns its response. */
async function unchangedOutcome(ctx: Ctx, form: SubmittedForm): Promise<SubmitOutcome> {
  const outcome = await repeatSignIn(ctx, form);
  return outcome.kind === 'finished' || outcome.kind === 'continues'
    ? outcome
    : { kind: 'continues', secret: undefined };
}

async function runStep(transition: SignInTransition, step: string): Promise<StepResult | Finished | Busy> {
  try {
    return await processForm(transition, step);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.entry.kind === 'unavailable') return { kind: 'busy' };
    // Another step of the same sign-in came first.
    if (error.entry.kind === 'conflict') return unchanged;
    throw error;
  }
}

/** Processes a form that was submitted from one of these pages. */
type Handler<Step extends SignInStep> = (
  transition: SignInTransition<Step>,
) => Promise<StepResult | Finished>;

type Handlers<Step extends SignInStep> = Readonly<Record<string, Handler<Step>>>;

/** Forms of several pages. */
const always: Handlers<SignInStep> = {
  'other-user': startOver,
  'forgot-password': (transition) => transition.apply({ kind: 'password-forgotten' }),
  'forgot-username': (transition) => transition.apply({ kind: 'username-forgotten' }),
};

/** The forms of each page, by their field `step`. */
const handlers: { readonly [Step in SignInStep]: Handlers<Step> } = {
  identify: { identify: submitUsername, passkey: submitPasskey, 'linked-login': chooseProvider, ...always },
  'linked-login': { 'other-user': startOver, 'linked-login-return': submitLinkedLogin },
  password: { password: submitPassword, ...always },
  method: { method: submitMethod },
  code: { code: submitCode, resend: resendCode, method: submitMethod },
  passkey: { passkey: submitPasskey, method: submitMethod },
  'forgot-password': { 'send-reset': sendReset, ...always },
  'forgot-username': { 'send-username': sendUsername, ...always },
  'temporary-password': { 'temporary-password': submitPassword, ...always },
  'new-password': { 'new-password': submitNewPassword },
  locked: { again: startOver, ...always },
  'no-factor': { again: startOver, ...always },
  throttled: { again: continueAfterPause, ...always },
  finished: {},
};

/** Processes a form; one that the page does not have changes nothing. */
async function processForm<Step extends SignInStep>(
  transition: SignInTransition<Step>,
  step: string,
): Promise<StepResult | Finished> {
  const forms: Handlers<Step> = handlers[transition.state.step];
  const handler = Object.hasOwn(forms, step) ? forms[step] : undefined;
  return handler === undefined ? unchanged : handler(transition);
}

async function startOver(transition: SignInTransition): Promise<StepResult> {
  const { challenge, options } = await transition.ctx.passkeys.beginUse(undefined);
  return transition.apply({ kind: 'started-over', challenge, options });
}

/** Continues after a pause: with the second factor if that was the current step, else with the password. */
async function continueAfterPause(transition: SignInTransition<'throttled'>): Promise<StepResult> {
  const { ctx, state } = transition;
  switch (state.resume) {
    case 'factor':
      return resumeFactor(transition, state);
    case 'password':
      return transition.apply({ kind: 'username-entered', ...(await lookUpUsername(ctx, state.username)) });
    case 'start':
      return startOver(transition);
  }
}

/** Sends a temporary password and shows the page to enter it; the page does not reveal whether a message was sent. */
async function sendReset(transition: SignInTransition<'forgot-password'>): Promise<StepResult> {
  const { ctx, fields } = transition;
  const username = typedIdentifier(fields, 'username').toLowerCase();
  if (username === '') return transition.apply({ kind: 'field-missing' });
  return withinQuota(transition, async () => {
    await resetPassword(ctx, { username, channel: undefined, humanCheck: undefined });
    return { kind: 'reset-requested', ...(await lookUpUsername(ctx, username)) };
  });
}

async function sendUsername(transition: SignInTransition<'forgot-username'>): Promise<StepResult> {
  const { ctx, fields } = transition;
  const identifier = typedIdentifier(fields, 'contact');
  if (identifier === '') return transition.apply({ kind: 'field-missing' });
  return withinQuota(transition, async () => {
    await recoverUsername(ctx, { identifier, channel: undefined, humanCheck: undefined });
    const { challenge, options } = await ctx.passkeys.beginUse(undefined);
    return { kind: 'username-sent', challenge, options };
  });
}

/** Applies the event of a request for a message; a request above its quota has to wait. */
async function withinQuota(
  transition: SignInTransition,
  send: () => Promise<SignInEvent>,
): Promise<StepResult> {
  const { clock } = transition.ctx;
  const event = await send().catch((error: unknown): SignInEvent => {
    if (error instanceof Problem && error.entry.kind === 'too-many')
      return { kind: 'limit-met', limit: quotaLimit(error, clock.now()) };
    throw error;
  });
  return transition.apply(event);
}

import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { formLockSeconds, formRepeatableSeconds } from '../../domain/policy.ts';
import type { SignInState, SignInStep } from '../../domain/sign-in/state.ts';
import type { StepResult } from '../../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import {
  finishStoredSignIn,
  forceUpdateSignIn,
  type SignInUpdate,
  updateSignIn,
  updateSignInAndCommit,
} from '../../store/sign-ins.store.ts';
import { encryptState, type LiveSignIn } from './state.ts';

/** The browser of a sign-in, as far as it is known. */
export interface BrowserInfo {
  readonly browserName: string;
  /** The secret of an earlier sign-in, stored by the browser. */
  readonly browserSecret: string | undefined;
  /** The language of the page. */
  readonly language?: string | undefined;
  /** The application that redirected the browser here. */
  readonly clientName: string | undefined;
}

/** The form that a transition processes. */
export interface TransitionForm {
  readonly formHash: Buffer;
  /** Hash of the secret it was submitted with. */
  readonly bindingHash: Buffer;
  /** The page it was submitted from. */
  readonly step: SignInStep;
  /** Opens the next page. */
  readonly nextSecret: string;
}

/** One step of a sign-in: it starts at a state, and leaves that state exactly once. */
export interface SignInTransition {
  readonly ctx: Context & IdentityPorts;
  readonly live: LiveSignIn;
  readonly browserInfo: BrowserInfo;
  readonly fields: ReadonlyMap<string, string>;
  readonly form: TransitionForm;
  /** Updates the state within a command, which commits even if another step came first. */
  update(work: Work, state: SignInState): Promise<StepResult>;
  /** Updates the state within a command and continues afterwards: the form stays locked. */
  updateAndContinue(work: Work, state: SignInState): Promise<StepResult>;
  /** Updates the state within a command even if another step came first, because a factor was verified. */
  forceUpdate(work: Work, state: SignInState): Promise<StepResult>;
  /** Updates the state in its own transaction. */
  updateAndCommit(state: SignInState): Promise<StepResult>;
  /** Ends the sign-in even if another step came first. A conflict if it has already ended. */
  finish(work: Work, state: SignInState): void;
  /** Returns the same transition at the next state, for steps that cannot be saved together. */
  after(state: SignInState): SignInTransition;
}

/** Creates a transition of a live sign-in; a new secret opens the next step. */
export function signInTransition(
  parts: Pick<SignInTransition, 'ctx' | 'live' | 'browserInfo' | 'fields' | 'form'>,
): SignInTransition {
  const { ctx, form, live } = parts;
  const { bankId, clock, identityVault } = ctx;
  const updateTo = (state: SignInState, formLockedUntil: Temporal.Instant | null = null): SignInUpdate => ({
    bankId,
    signInId: live.signInId,
    bindingHash: identityVault.secretHash(form.nextSecret),
    previousBindingHash: form.bindingHash,
    formHash: form.formHash,
    formLockedUntil,
    repeatableUntil: clock.now().add({ seconds: formRepeatableSeconds }),
    sealedState: encryptState(ctx, live.signInId, { ...state, previousStep: form.step }),
    rowVersion: live.rowVersion,
    now: clock.now(),
  });
  return {
    ...parts,
    update: async (work, state) => ({ kind: 'moved', isFurther: await updateSignIn(work, updateTo(state)) }),
    async updateAndContinue(work, state) {
      const lockedUntil = clock.now().add({ seconds: formLockSeconds });
      return { kind: 'moved', isFurther: await updateSignIn(work, updateTo(state, lockedUntil)) };
    },
    forceUpdate: async (work, state) => ({
      kind: 'moved',
      isFurther: await forceUpdateSignIn(work, updateTo(state)),
    }),
    async updateAndCommit(state) {
      // Of two concurrent steps the slower one changes nothing; both see the current state.
      return { kind: 'moved', isFurther: await updateSignInAndCommit(ctx.db, updateTo(state)) };
    },
    finish: (work, state) => finishStoredSignIn(work, updateTo(state)),
    after: (state) =>
      signInTransition({ ...parts, live: { ...live, state, rowVersion: live.rowVersion + 1n } }),
  };
}

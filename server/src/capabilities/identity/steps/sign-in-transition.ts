import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { formLockSeconds, formRepeatableSeconds } from '../domain/policy.ts';
import type { SignInState, SignInStep } from '../domain/sign-in/state.ts';
import type { StepResult } from '../domain/sign-in/step-result.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import {
  finishStoredSignIn,
  forceUpdateSignIn,
  type SignInUpdate,
  updateSignIn,
  updateSignInIn,
} from '../store/sign-ins.store.ts';
import type { LiveSignIn } from './live-of.ts';
import { sealState } from './seal-state.ts';

/** Who sits at the browser, as far as it can be seen. */
export interface Visitor {
  readonly browserName: string;
  /** What the browser kept from an earlier sign-in. */
  readonly browserSecret: string | undefined;
  /** In which the page was read. */
  readonly language?: string | undefined;
  /** The application that sent it here. */
  readonly clientName: string | undefined;
}

/** The form that a turn takes. */
export interface TurnForm {
  readonly formHash: Buffer;
  /** Of the secret it came with. */
  readonly tieHash: Buffer;
  /** The page it was sent from. */
  readonly step: SignInStep;
  /** Opens the next page. */
  readonly nextSecret: string;
}

/** One step of a sign-in: it begins at a state, and whoever takes it moves on from there exactly once. */
export interface SignInTransition {
  readonly ctx: Context & IdentityPorts;
  readonly live: LiveSignIn;
  readonly visitor: Visitor;
  readonly fields: ReadonlyMap<string, string>;
  readonly form: TurnForm;
  /** Moves on as part of a command, which is saved even where another step came first. */
  move(work: Work, state: SignInState): Promise<StepResult>;
  /** The same where this turn goes on after it: the form stays locked. */
  moveWithin(work: Work, state: SignInState): Promise<StepResult>;
  /** Moves on whatever else was tried meanwhile: what was proven counts, not who came first. */
  moveAnyway(work: Work, state: SignInState): Promise<StepResult>;
  /** Moves on, with nothing else to save. */
  go(state: SignInState): Promise<StepResult>;
  /** Ends the sign-in, whatever else was tried meanwhile. A conflict when it has ended already. */
  end(work: Work, state: SignInState): void;
  /** The same turn one state further, for what cannot be saved together with the step before. */
  after(state: SignInState): SignInTransition;
}

/** A turn for a live sign-in; the next step is opened by a new secret. */
export function signInTransition(
  given: Pick<SignInTransition, 'ctx' | 'live' | 'visitor' | 'fields' | 'form'>,
): SignInTransition {
  const { ctx, form, live } = given;
  const { bankId, clock, identityVault } = ctx;
  const moved = (state: SignInState, formLockedUntil: Temporal.Instant | null = null): SignInUpdate => ({
    bankId,
    signInId: live.signInId,
    tieHash: identityVault.secretHash(form.nextSecret),
    previousTieHash: form.tieHash,
    formHash: form.formHash,
    formLockedUntil,
    repeatableUntil: clock.now().add({ seconds: formRepeatableSeconds }),
    sealedState: sealState(ctx, live.signInId, { ...state, previousStep: form.step }),
    rowVersion: live.rowVersion,
    now: clock.now(),
  });
  return {
    ...given,
    move: async (work, state) => ({ kind: 'moved', isFurther: await updateSignInIn(work, moved(state)) }),
    async moveWithin(work, state) {
      const lockedUntil = clock.now().add({ seconds: formLockSeconds });
      return { kind: 'moved', isFurther: await updateSignInIn(work, moved(state, lockedUntil)) };
    },
    moveAnyway: async (work, state) => ({
      kind: 'moved',
      isFurther: await forceUpdateSignIn(work, moved(state)),
    }),
    async go(state) {
      // Of two at once the slower one changes nothing; both see where the sign-in is now.
      return { kind: 'moved', isFurther: await updateSignIn(ctx.db, moved(state)) };
    },
    end: (work, state) => finishStoredSignIn(work, moved(state)),
    after: (state) =>
      signInTransition({ ...given, live: { ...live, state, rowVersion: live.rowVersion + 1n } }),
  };
}

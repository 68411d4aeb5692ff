import type { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { formLockSeconds, formRepeatableSeconds, signInIdleSeconds } from '../../domain/policy.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Named, SignInState, SignInStep } from '../../domain/sign-in/state.ts';
import { further, type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import { nextState } from '../../domain/sign-in/transitions.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SealedEncryptionContext } from '../../store/identity-vault.ts';
import {
  findSignIn,
  finishStoredSignIn,
  forceUpdateSignIn,
  type SignInUpdate,
  type StoredSignIn,
  touchSignIn,
  updateSignIn,
  updateSignInAndCommit,
} from '../../store/sign-ins.store.ts';
import { findNamedUser } from '../../store/users.store.ts';

type Vault = Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>;

/** A state as it is stored, with the page whose form led to it. */
export interface ReachedState {
  readonly state: SignInState;
  readonly previousStep?: SignInStep | undefined;
}

/** Changes with the members of the states: a sign-in lasts minutes, and one of another version has ended. */
const storedVersion = 3;

function contextOf(bankId: string, rowId: string): SealedEncryptionContext {
  return { bankId, table: 'sign_in', rowId };
}

/** Decrypts the state of a sign-in; undefined if another version of the product has stored it. */
export function decryptState(ctx: Vault, { sealedState, signInId }: StoredSignIn): ReachedState | undefined {
  const { bankId, identityVault } = ctx;
  const text = identityVault.openText(contextOf(bankId, signInId), sealedState);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by the server, and decrypts only if unchanged
  const stored = JSON.parse(text) as SignInState & {
    readonly version?: number;
    readonly previousStep?: SignInStep;
  };
  if (stored.version !== storedVersion) return undefined;
  const { previousStep, version: _, ...state } = stored;
  return { state, previousStep };
}

/** Encrypts the state of a sign-in. */
export function encryptState(ctx: Vault, signInId: string, { previousStep, state }: ReachedState): Buffer {
  const { bankId, identityVault } = ctx;
  const stored = JSON.stringify({ ...state, previousStep, version: storedVersion });
  return identityVault.sealText(contextOf(bankId, signInId), stored);
}

/** A sign-in that this browser may continue. */
export interface LiveSignIn extends ReachedState {
  readonly signInId: string;
  readonly rowVersion: bigint;
}

/** Returns the decrypted sign-in of a row; undefined if another version of the product has stored it. */
export function toLiveSignIn(ctx: Vault, row: StoredSignIn): LiveSignIn | undefined {
  const reached = decryptState(ctx, row);
  return reached && { ...reached, signInId: row.signInId, rowVersion: row.rowVersion };
}

export interface ReadSignIn {
  readonly signInId: string;
  readonly secret: string;
  /** Records the read as activity. */
  readonly isActivity?: boolean;
}

/**
 * Finds the sign-in of a browser by the secret of its last step; undefined when it has ended, is idle, or the secret
 * differs.
 */
export async function readSignIn(
  ctx: Context & IdentityPorts,
  request: ReadSignIn,
): Promise<LiveSignIn | undefined> {
  const row = await findLiveRow(ctx, request);
  return row && toLiveSignIn(ctx, row);
}

/** Finds the row of a sign-in, or of the creation of a passkey, under the same conditions. */
export async function findLiveRow(
  { bankId, clock, db, identityVault }: Context & IdentityPorts,
  { isActivity = false, secret, signInId }: ReadSignIn,
): Promise<StoredSignIn | undefined> {
  const key = { bankId, signInId };
  const now = clock.now();
  const bindingHash = identityVault.secretHash(secret);
  const touched = { ...key, bindingHash, idleSeconds: signInIdleSeconds, now };
  const row = await (isActivity ? touchSignIn(db, touched) : findSignIn(db, key));
  if (row === undefined || row.endedAt !== undefined || !equalBytes(row.bindingHash, bindingHash))
    return undefined;
  const nowMs = now.epochMilliseconds;
  const isIdle = nowMs > row.touchedAt.epochMilliseconds + signInIdleSeconds * 1_000;
  return isIdle || nowMs >= row.expiresAt.epochMilliseconds ? undefined : row;
}

/** Looks up a username. For an unknown one it does the same work and returns the username only. */
export async function lookUpUsername(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  username: string,
): Promise<Named> {
  const { userId } = await findNamedUser(db, { bankId, username });
  return { username, userId };
}

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

/** The data of a transition: a form, and the state in which it was submitted. */
interface TransitionParts<Step extends SignInStep> {
  readonly ctx: Context & IdentityPorts;
  readonly signInId: string;
  readonly rowVersion: bigint;
  readonly state: SignInState<Step>;
  readonly browserInfo: BrowserInfo;
  readonly fields: ReadonlyMap<string, string>;
  readonly form: TransitionForm;
}

/** As long as an email address may be. */
const identifierMax = 254;

/** Returns a typed username, email address or phone number; empty if the field is missing. */
export function typedIdentifier(fields: SignInTransition['fields'], name: 'username' | 'contact'): string {
  return (fields.get(name) ?? '').trim().slice(0, identifierMax);
}

/** Processes one form: its checks lead to an event, and the event to the next state, which is saved once. */
export interface SignInTransition<Step extends SignInStep = SignInStep> extends TransitionParts<Step> {
  /** Saves the state after an event, in its own transaction. */
  apply(event: SignInEvent): Promise<StepResult>;
  /** Saves it within a command, which commits even if another form came first. */
  applyIn(work: Work, event: SignInEvent): Promise<StepResult>;
  /**
   * Saves it within a command and returns the transition from there, for checks that cannot be saved together: the form
   * stays locked. Undefined if another form came first.
   */
  applyAndContinue(work: Work, event: SignInEvent): Promise<SignInTransition | undefined>;
  /** Saves a state within a command, even if another form came first, because a factor was verified. */
  saveProven(work: Work, state: SignInState): Promise<StepResult>;
}

/** Creates the transition of a submitted form; a new secret opens the next page. */
export function signInTransition(parts: TransitionParts<SignInStep>): SignInTransition {
  const { ctx, form, rowVersion, signInId, state } = parts;
  const { bankId, clock, db, identityVault } = ctx;
  const updateTo = (next: SignInState, formLockedUntil: Temporal.Instant | null = null): SignInUpdate => ({
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(form.nextSecret),
    previousBindingHash: form.bindingHash,
    formHash: form.formHash,
    formLockedUntil,
    repeatableUntil: clock.now().add({ seconds: formRepeatableSeconds }),
    sealedState: encryptState(ctx, signInId, { state: next, previousStep: form.step }),
    rowVersion,
    now: clock.now(),
  });
  return {
    ...parts,
    // Of two concurrent forms the slower one changes nothing; both see the current state.
    async apply(event) {
      const change = nextState(state, event);
      if (change.kind === 'refused') return unchanged;
      return { kind: 'continues', hasAdvanced: await updateSignInAndCommit(db, updateTo(change.state)) };
    },
    async applyIn(work, event) {
      const change = nextState(state, event);
      if (change.kind === 'refused') return unchanged;
      return { kind: 'continues', hasAdvanced: await updateSignIn(work, updateTo(change.state)) };
    },
    async applyAndContinue(work, event) {
      const change = nextState(state, event);
      if (change.kind === 'refused') return undefined;
      const lockedUntil = clock.now().add({ seconds: formLockSeconds });
      const isSaved = await updateSignIn(work, updateTo(change.state, lockedUntil));
      return isSaved
        ? signInTransition({ ...parts, state: change.state, rowVersion: rowVersion + 1n })
        : undefined;
    },
    async saveProven(work, next) {
      if (next.step !== 'finished')
        return { kind: 'continues', hasAdvanced: await forceUpdateSignIn(work, updateTo(next)) };
      // A conflict if it has already ended.
      finishStoredSignIn(work, updateTo(next));
      return further;
    },
  };
}

import { readFileSync } from 'node:fs';
import pkcs11, { type Cryptoki } from 'pkcs11js';
import type { HsmOptions } from './hsm-options.ts';

/** A logged-in session of a token. */
export interface TokenSession {
  readonly card: Cryptoki;
  readonly handle: Buffer;
}

/** A token that logs in on demand, and again after it was unavailable. */
export interface Token {
  /** Runs a function with a session. Retries once with a new session, unless the function throws a `Refusal`. */
  attempt<Result>(work: (session: TokenSession) => Result): Result;
  /** Opens a new session, because a failed operation may stay active in the old one. */
  renew(): void;
  /** Closes the session and finalizes the library, so that the next attempt connects again. */
  close(): void;
}

/** A failure that a new session would not fix. */
export class Refusal extends Error {
  readonly failure: 'unwrappable' | 'unavailable';

  constructor(failure: Refusal['failure'], reason: string) {
    super(reason);
    this.failure = failure;
  }
}

/** Opens a token. A process may use the same library only once. */
export function openToken(
  { library, tokenLabel, pinFile }: Pick<HsmOptions, 'library' | 'tokenLabel' | 'pinFile'>,
  access: 'read' | 'write',
): Token {
  const card = new pkcs11.PKCS11();
  const flags = pkcs11.CKF_SERIAL_SESSION | (access === 'write' ? pkcs11.CKF_RW_SESSION : 0);
  let isLoaded = false;
  let handle: Buffer | undefined;
  let slot: Buffer | undefined;
  const logIn = loginFrom(card, pinFile);

  function connect(): Buffer {
    if (!isLoaded) card.load(library);
    isLoaded = true;
    initialize(card);
    slot = card.C_GetSlotList(true).find((one) => card.C_GetTokenInfo(one).label.trimEnd() === tokenLabel);
    if (slot === undefined) throw new Error(`no token has the label ${tokenLabel}`);
    const session = card.C_OpenSession(slot, flags);
    logIn(session);
    return session;
  }

  function renew(): void {
    const former = handle;
    if (former === undefined || slot === undefined) return;
    try {
      // Opens the new session first: closing the last one ends the login.
      handle = card.C_OpenSession(slot, flags);
      card.C_CloseSession(former);
    } catch {
      close();
    }
  }

  function close(): void {
    const session = handle;
    handle = undefined;
    if (session !== undefined) quietly(() => card.C_CloseSession(session));
    // Many libraries detect a reconnected token only after a new initialization.
    if (isLoaded) quietly(() => card.C_Finalize());
  }

  return {
    attempt(work) {
      try {
        handle ??= connect();
        return work({ card, handle });
      } catch (error) {
        if (error instanceof Refusal) throw error;
      }
      close();
      handle = connect();
      return work({ card, handle });
    },
    renew,
    close,
  };
}

/** Logs in with the PIN of a file. */
function loginFrom(card: Cryptoki, pinFile: string): (session: Buffer) => void {
  let refusedPin: string | undefined;
  return (session) => {
    const pin = readFileSync(pinFile, 'utf8').trimEnd();
    // A token locks itself after a few wrong PINs, and then refuses the right one too.
    if (pin === refusedPin)
      throw new Refusal(
        'unavailable',
        'the PIN was refused; the driver retries after the PIN file has changed',
      );
    try {
      card.C_Login(session, pkcs11.CKU_USER, pin);
    } catch (error) {
      if (nameOf(error) === 'CKR_USER_ALREADY_LOGGED_IN') return;
      if (!nameOf(error).startsWith('CKR_PIN_')) throw error;
      refusedPin = pin;
      throw new Refusal('unavailable', nameOf(error));
    }
  };
}

function initialize(card: Cryptoki): void {
  try {
    card.C_Initialize({ flags: pkcs11.CKF_OS_LOCKING_OK });
  } catch (error) {
    if (nameOf(error) !== 'CKR_CRYPTOKI_ALREADY_INITIALIZED') throw error;
  }
}

/** Returns the CKR name of an error: `CKR_DEVICE_REMOVED`. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no error';
}

function quietly(close: () => void): void {
  try {
    close();
  } catch {
    // The session or library is closed already.
  }
}

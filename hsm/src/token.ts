import { readFileSync } from 'node:fs';
import pkcs11, { type Cryptoki } from 'pkcs11js';
import type { HsmOptions } from './hsm-options.ts';

/** A logged-in session of a token. */
export interface TokenSession {
  readonly card: Cryptoki;
  readonly handle: Buffer;
}

/** A token that is logged in when it is needed, and again after it was away. */
export interface Token {
  /** Does something with a session; once more with a new one when it fails, unless it fails by a `Refusal`. */
  attempt<Result>(work: (session: TokenSession) => Result): Result;
  /** Takes a new session, because a failed operation may stay open in the old one. */
  renew(): void;
  /** Ends the session and leaves the library, so that the next attempt begins anew. */
  leave(): void;
}

/** A failure that a new session would not heal. */
export class Refusal extends Error {
  readonly failure: 'unwrappable' | 'unavailable';

  constructor(failure: Refusal['failure'], reason: string) {
    super(reason);
    this.failure = failure;
  }
}

/** The library is there once per process; nobody else in it may use the same one. */
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
    if (slot === undefined) throw new Error(`no token is called ${tokenLabel}`);
    const session = card.C_OpenSession(slot, flags);
    logIn(session);
    return session;
  }

  function renew(): void {
    const former = handle;
    if (former === undefined || slot === undefined) return;
    try {
      // The new one first: with its last session an application loses its login.
      handle = card.C_OpenSession(slot, flags);
      card.C_CloseSession(former);
    } catch {
      leave();
    }
  }

  function leave(): void {
    const session = handle;
    handle = undefined;
    if (session !== undefined) quietly(() => card.C_CloseSession(session));
    // Many libraries notice a token that came back only after they were begun anew.
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
      leave();
      handle = connect();
      return work({ card, handle });
    },
    renew,
    leave,
  };
}

/** Logs in with the PIN of a file. */
function loginFrom(card: Cryptoki, pinFile: string): (session: Buffer) => void {
  let refusedPin: string | undefined;
  return (session) => {
    const pin = readFileSync(pinFile, 'utf8').trimEnd();
    // A token locks itself after a few wrong ones, and then even the right one does not help.
    if (pin === refusedPin)
      throw new Refusal('unavailable', 'the PIN was refused; it is tried again when its file has changed');
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

/** What a token calls a failure: `CKR_DEVICE_REMOVED`. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no error';
}

function quietly(close: () => void): void {
  try {
    close();
  } catch {
    // It is gone already.
  }
}

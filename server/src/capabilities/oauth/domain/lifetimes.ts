import type { Temporal } from 'temporal-polyfill';

/** How long things live, in seconds. Policy values of the specification, and FAPI 2.0 where it is stricter. */
export const lifetimes = {
  /** Policy value `access-token-lifetime`. */
  accessToken: 300,
  idToken: 300,
  authorizationCode: 60,
  /** From one page to the next. */
  interaction: 600,
  /** A form or an address of a sign-in that comes again gets the same response for so long. */
  repeat: 60,
  /** From the first page to the last: sign in, agree, and one of them again. */
  signIn: 1_800,
  backchannelRequest: 300,
  /** Policy value `session-idle`. */
  sessionIdle: 300,
  /** Policy value `session-absolute`. */
  sessionAbsolute: 43_200,
} as const;

/** Clocks of clients may differ from ours by this much. */
export const clockToleranceSeconds = 10;

/** An assertion that is good for longer than this would have to be remembered for longer. */
export const assertionLifeMaxSeconds = 300;

/** A sign-in elsewhere that is older than this would leave less of a session than somebody may be idle. */
export const signInAgeMaxSeconds: number = lifetimes.sessionAbsolute - lifetimes.sessionIdle;

const marginSeconds = 60;

/** When every access token that exists now is certainly too old. */
export function tokensDeadAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: lifetimes.accessToken + clockToleranceSeconds + marginSeconds });
}

/** When every code and refresh token that exists now is certainly too old, unless somebody used it. */
export function grantsDeadAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({
    seconds: lifetimes.accessToken + lifetimes.sessionIdle + clockToleranceSeconds + marginSeconds,
  });
}

/** Whether somebody signed in so long ago that nothing of it may count any more, whoever saved it when. */
export function isSignInOver(signedInAtSeconds: number | undefined, nowSeconds: number): boolean {
  return signedInAtSeconds !== undefined && signedInAtSeconds + lifetimes.sessionAbsolute <= nowSeconds;
}

/** A session ends when it was idle for too long, or when it is too old however busy it was. */
export function sessionLifeSeconds(signedInAtSeconds: number | undefined, nowSeconds: number): number {
  if (signedInAtSeconds === undefined) return lifetimes.sessionIdle;
  return Math.max(
    1,
    Math.min(lifetimes.sessionIdle, signedInAtSeconds + lifetimes.sessionAbsolute - nowSeconds),
  );
}

/**
 * A refresh token lives as long as somebody may be idle after the access token it came with has ended, and never
 * longer than the session may last.
 */
export function refreshTokenLifeSeconds(signedInAtSeconds: number | undefined, nowSeconds: number): number {
  const idle = lifetimes.accessToken + lifetimes.sessionIdle;
  if (signedInAtSeconds === undefined) return idle;
  return Math.max(1, Math.min(idle, signedInAtSeconds + lifetimes.sessionAbsolute - nowSeconds));
}

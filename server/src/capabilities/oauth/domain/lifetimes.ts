import type { Temporal } from 'temporal-polyfill';

/** Lifetimes in seconds. Policy values of the specification, and FAPI 2.0 where it is stricter. */
export const lifetimes = {
  /** Policy value `access-token-lifetime`. */
  accessToken: 300,
  idToken: 300,
  authorizationCode: 60,
  /** Longest time between two pages. */
  interaction: 600,
  /** Repeated forms and requests of a sign-in get the same response for this long. */
  repeat: 60,
  /** Longest time from the first page to the last: sign in, consent, and one of them again. */
  signIn: 1_800,
  backchannelRequest: 300,
  /** Of a third party for an account consent, which lasts 180 days at most; a state that ends it ends it earlier. */
  resourceGrant: 15_638_400,
  /** Of a third party for a payment, whose token is not refreshed. */
  briefGrant: 3_600,
  /** Policy value `session-idle`. */
  sessionIdle: 300,
  /** Policy value `session-absolute`. */
  sessionAbsolute: 43_200,
} as const;

/** Tolerated difference between the clocks of clients and ours. */
export const clockToleranceSeconds = 10;

/** Longest lifetime of an assertion. Replay markers must be stored as long. */
export const assertionLifeMaxSeconds = 300;

/** Oldest accepted sign-in at a provider: an older one would leave less session time than the idle limit. */
export const signInAgeMaxSeconds: number = lifetimes.sessionAbsolute - lifetimes.sessionIdle;

const marginSeconds = 60;

/** Returns when every access token that exists now has expired. */
export function tokensDeadAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: lifetimes.accessToken + clockToleranceSeconds + marginSeconds });
}

/** Returns when every code and refresh token that exists now has expired, unless it is used. */
export function grantsDeadAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({
    seconds: lifetimes.accessToken + lifetimes.sessionIdle + clockToleranceSeconds + marginSeconds,
  });
}

/**
 * Returns whether a sign-in is older than the absolute session limit, regardless of when its session was last saved.
 */
export function isSignInOver(signedInAtSeconds: number | undefined, nowSeconds: number): boolean {
  return signedInAtSeconds !== undefined && signedInAtSeconds + lifetimes.sessionAbsolute <= nowSeconds;
}

/** Returns the remaining lifetime of a session: the idle limit, or less when the absolute limit comes first. */
export function sessionLifeSeconds(signedInAtSeconds: number | undefined, nowSeconds: number): number {
  if (signedInAtSeconds === undefined) return lifetimes.sessionIdle;
  return Math.max(
    1,
    Math.min(lifetimes.sessionIdle, signedInAtSeconds + lifetimes.sessionAbsolute - nowSeconds),
  );
}

/**
 * Returns the lifetime of a refresh token: the idle limit after its access token has expired, but never beyond the
 * absolute session limit.
 */
export function refreshTokenLifeSeconds(signedInAtSeconds: number | undefined, nowSeconds: number): number {
  const idle = lifetimes.accessToken + lifetimes.sessionIdle;
  if (signedInAtSeconds === undefined) return idle;
  return Math.max(1, Math.min(idle, signedInAtSeconds + lifetimes.sessionAbsolute - nowSeconds));
}

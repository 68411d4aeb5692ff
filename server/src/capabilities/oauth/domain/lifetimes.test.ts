import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  isSignInOver,
  lifetimes,
  refreshTokenLifeSeconds,
  sessionLifeSeconds,
  tokensDeadAt,
} from './lifetimes.ts';

const now = 1_800_000_000;

describe('a session', () => {
  it('lives five minutes after its last use', () => {
    expect(sessionLifeSeconds(now - 60, now)).toBe(300);
    expect(sessionLifeSeconds(undefined, now)).toBe(300);
  });

  it('ends twelve hours after the sign-in, even if it is in use', () => {
    expect(sessionLifeSeconds(now - lifetimes.sessionAbsolute + 100, now)).toBe(100);
    expect(sessionLifeSeconds(now - lifetimes.sessionAbsolute - 100, now)).toBe(1);
  });
});

describe('a refresh token', () => {
  it('outlives its access token by the idle limit', () => {
    expect(refreshTokenLifeSeconds(now, now)).toBe(600);
    expect(refreshTokenLifeSeconds(undefined, now)).toBe(600);
  });

  it('never outlives the session', () => {
    expect(refreshTokenLifeSeconds(now - lifetimes.sessionAbsolute + 10, now)).toBe(10);
    expect(refreshTokenLifeSeconds(now - lifetimes.sessionAbsolute - 10, now)).toBe(1);
  });
});

it('a revocation is stored until every affected token has expired', () => {
  const at = Temporal.Instant.from('2026-11-15T10:00:00Z');
  expect(tokensDeadAt(at).since(at).total('seconds')).toBeGreaterThan(lifetimes.accessToken + 10);
});

it('a sign-in is valid for twelve hours, and not a second longer', () => {
  const end = 1_000 + lifetimes.sessionAbsolute;
  expect([isSignInOver(1_000, end - 1), isSignInOver(1_000, end), isSignInOver(undefined, end)]).toEqual([
    false,
    true,
    false,
  ]);
});

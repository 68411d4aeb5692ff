import type { Temporal } from 'temporal-polyfill';
import type { Secret } from '#platform/kernel/secret.ts';
import { verifyHotp } from '../domain/oath/hotp.ts';
import type { OathOutcome } from '../domain/oath/outcome.ts';
import { totpStepSeconds } from '../domain/oath/policy.ts';
import type { TokenOutcome } from '../domain/oath/tokens.ts';
import { newTotpState, verifyTotp } from '../domain/oath/totp.ts';
import { codeMatch, type OathHash, oathHashes } from '../engine/oath/codes.ts';
import type { OathToken, TokenMove } from '../store/oath-tokens.store.ts';

/** What is stored of a token after a code was judged, whatever kind it is. */
export type TokenState = Omit<TokenMove, 'bankId' | 'tokenId' | 'now'>;

/** A code, and everything it may be the code of. */
export interface CodeToJudge {
  readonly tokens: readonly OathToken[];
  readonly seeds: ReadonlyMap<string, Secret<Uint8Array>>;
  readonly otp: string;
  readonly now: Temporal.Instant;
  readonly dummy: Secret<Uint8Array>;
}

const dummyDigits = 8;

/** What each token says about a code. Where there is none, one that never existed is asked, and never listened to. */
export function verifyCode(given: CodeToJudge): readonly TokenOutcome<string, TokenState>[] {
  const { dummy: decoy, now, otp, seeds, tokens } = given;
  const outcomes = tokens.flatMap((token) => {
    const seed = seeds.get(token.tokenId);
    return seed === undefined
      ? []
      : [{ tokenId: token.tokenId, outcome: verifyToken(token, { seed, otp, now }) }];
  });
  if (outcomes.length > 0) return outcomes;
  const matches = codeMatch({ seed: decoy, hash: 'sha256', digits: dummyDigits }, otp);
  verifyTotp(newTotpState, { matches, now, stepSeconds: totpStepSeconds });
  return [];
}

function verifyToken(
  token: OathToken,
  {
    now,
    otp,
    seed,
  }: { readonly now: Temporal.Instant; readonly otp: string; readonly seed: Secret<Uint8Array> },
): OathOutcome<TokenState> {
  const matches = codeMatch({ seed, hash: hashOf(token.suite), digits: token.digits }, otp);
  if (token.kind === 'hotp') {
    return stored(verifyHotp(token.hotp, { matches, now }), ({ next, resync }) => ({
      counter: next,
      drift: 0,
      lean: 0,
      resyncCounter: resync?.counter,
      resyncUntil: resync?.until,
    }));
  }
  const { stepSeconds } = token;
  return stored(
    verifyTotp(token.totp, { matches, now, stepSeconds }),
    ({ drift, lastStep, lean, resync }) => ({
      counter: lastStep,
      drift,
      lean,
      resyncCounter: resync?.counter,
      resyncUntil: resync?.until,
    }),
  );
}

function stored<State>(
  outcome: OathOutcome<State>,
  toStored: (state: State) => TokenState,
): OathOutcome<TokenState> {
  return { ...outcome, state: toStored(outcome.state) };
}

function hashOf(word: string): OathHash {
  return oathHashes.find((hash) => hash === word) ?? 'sha256';
}

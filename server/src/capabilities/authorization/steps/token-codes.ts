import type { Temporal } from 'temporal-polyfill';
import type { Secret } from '#platform/kernel/secret.ts';
import { verifyHotp } from '../domain/oath/hotp.ts';
import type { OathOutcome } from '../domain/oath/outcome.ts';
import { totpStepSeconds } from '../domain/oath/policy.ts';
import type { TokenOutcome } from '../domain/oath/tokens.ts';
import { newTotpState, verifyTotp } from '../domain/oath/totp.ts';
import { codeMatch, type OathHash, oathHashes } from '../engine/oath/codes.ts';
import type { OathToken, TokenUpdate } from '../store/oath-tokens.store.ts';

/** Stored state of a token after a verification, for all kinds of tokens. */
export type TokenState = Omit<TokenUpdate, 'bankId' | 'tokenId' | 'now'>;

/** A presented code, and the tokens that it is verified against. */
export interface CodeCheck {
  readonly tokens: readonly OathToken[];
  readonly seeds: ReadonlyMap<string, Secret<Uint8Array>>;
  readonly otp: string;
  readonly now: Temporal.Instant;
  readonly dummy: Secret<Uint8Array>;
}

const dummyDigits = 8;

/** Verifies a code against each token. Without any token a dummy token is verified and its outcome ignored. */
export function verifyTokenCode(check: CodeCheck): readonly TokenOutcome<string, TokenState>[] {
  const { dummy, now, otp, seeds, tokens } = check;
  const outcomes = tokens.flatMap((token) => {
    const seed = seeds.get(token.tokenId);
    return seed === undefined
      ? []
      : [{ tokenId: token.tokenId, outcome: verifyToken(token, { seed, otp, now }) }];
  });
  if (outcomes.length > 0) return outcomes;
  const matches = codeMatch({ seed: dummy, hash: 'sha256', digits: dummyDigits }, otp);
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

function hashOf(name: string): OathHash {
  return oathHashes.find((hash) => hash === name) ?? 'sha256';
}

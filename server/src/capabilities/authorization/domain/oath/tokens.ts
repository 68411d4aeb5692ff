import type { OathOutcome } from './outcome.ts';

/** Outcome of one token of a user for a code. */
export interface TokenOutcome<Id, State> {
  readonly tokenId: Id;
  readonly outcome: OathOutcome<State>;
}

/** Combined outcome of all tokens of a user, and the tokens whose new state is stored. */
export interface TokensVerdict<Id, State> {
  readonly kind: 'accepted' | 'bad' | 'replayed';
  readonly acceptedBy: Id | undefined;
  readonly changes: readonly { readonly tokenId: Id; readonly state: State }[];
}

/**
 * Combines the outcomes of all tokens of a user; every token is evaluated. When one token accepts the code, the others
 * keep their state: the match was coincidental for them and must neither consume a counter nor start a resync. Without
 * an acceptance, a replay takes precedence over a bad code.
 */
export function verifyTokens<Id, State>(
  outcomes: readonly TokenOutcome<Id, State>[],
): TokensVerdict<Id, State> {
  const accepting = outcomes.find(({ outcome }) => outcome.kind === 'accepted');
  if (accepting !== undefined) {
    const { tokenId, outcome } = accepting;
    return { kind: 'accepted', acceptedBy: tokenId, changes: [{ tokenId, state: outcome.state }] };
  }
  return {
    kind: outcomes.some(({ outcome }) => outcome.kind === 'replayed') ? 'replayed' : 'bad',
    acceptedBy: undefined,
    changes: outcomes.map(({ tokenId, outcome }) => ({ tokenId, state: outcome.state })),
  };
}

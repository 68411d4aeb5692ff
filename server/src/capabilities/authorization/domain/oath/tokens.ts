import type { OathOutcome } from './outcome.ts';

/** What one token of a user said about a code. */
export interface TokenOutcome<Id, State> {
  readonly tokenId: Id;
  readonly outcome: OathOutcome<State>;
}

/** What all tokens of a user together say, and which of them have a new state to be stored. */
export interface TokensVerdict<Id, State> {
  readonly kind: 'accepted' | 'bad' | 'replayed';
  readonly acceptedBy: Id | undefined;
  readonly changes: readonly { readonly tokenId: Id; readonly state: State }[];
}

/**
 * All tokens of a user are asked, none is left out for an earlier answer. A code one of them accepts leaves the others
 * as they are: to them it is a chance hit, and must neither use up a counter nor begin a resync. Without acceptance a
 * replay is told before a bad code.
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

import { describe, expect, test } from 'vitest';
import { type TokenOutcome, verifyTokens } from './tokens.ts';

const bad = (tokenId: string): TokenOutcome<string, string> => ({
  tokenId,
  outcome: { kind: 'bad', state: `${tokenId} after` },
});
const replayed = (tokenId: string): TokenOutcome<string, string> => ({
  tokenId,
  outcome: { kind: 'replayed', state: `${tokenId} after` },
});
const accepted = (tokenId: string): TokenOutcome<string, string> => ({
  tokenId,
  outcome: { kind: 'accepted', counter: 1, state: `${tokenId} after` },
});

describe('several tokens of one user', () => {
  test('accept a code when one of them does, and only that one changes', () => {
    expect(verifyTokens([bad('a'), replayed('b'), accepted('c'), accepted('d')])).toEqual({
      kind: 'accepted',
      acceptedBy: 'c',
      changes: [{ tokenId: 'c', state: 'c after' }],
    });
  });

  test('report a replay before a bad code, and all change', () => {
    expect(verifyTokens([bad('a'), replayed('b')])).toEqual({
      kind: 'replayed',
      acceptedBy: undefined,
      changes: [
        { tokenId: 'a', state: 'a after' },
        { tokenId: 'b', state: 'b after' },
      ],
    });
  });

  test('report a bad code when none accepts it, or there is no token', () => {
    expect(verifyTokens([bad('a')]).kind).toBe('bad');
    expect(verifyTokens([])).toEqual({ kind: 'bad', acceptedBy: undefined, changes: [] });
  });
});

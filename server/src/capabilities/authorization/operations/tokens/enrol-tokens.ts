import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { capFor } from '../../domain/token-cap.ts';
import { capAttempts, lockAttempts } from '../../store/attempts.store.ts';
import { insertToken, listTokens } from '../../store/oath-tokens.store.ts';
import type { PreparedToken } from './prepare-token.ts';

/** Tokens of one user that are enrolled together. */
export interface EnrolTokens {
  readonly userId: string;
  readonly tokens: readonly PreparedToken[];
}

/**
 * Enrols the tokens of a device in the command that pairs it; the caller transfers their seeds, once. Until the first
 * right code the tokens of a device await confirmation. Every token makes guessing easier, so the daily cap decreases.
 */
export async function enrolTokens(
  { bankId, clock }: Context,
  work: Work,
  { tokens, userId }: EnrolTokens,
): Promise<void> {
  const now = clock.now();
  await lockAttempts(work, { bankId, subject: userId, now });
  const others = await listTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation'] });
  for (const { deviceId, digits, kind, sealedSeed, stepSeconds, suite, tokenId } of tokens)
    insertToken(work, {
      bankId,
      tokenId,
      userId,
      deviceId,
      serial: undefined,
      kind,
      suite,
      digits,
      stepSeconds,
      sealedSeed,
      // An OCRA token has no code to confirm itself with: that of its device confirms both.
      status: kind === 'ocra' && deviceId === undefined ? 'active' : 'awaiting-confirmation',
      counter: undefined,
      drift: 0,
      now,
    });
  capAttempts(work, { bankId, subject: userId, now, cap: capFor([...others, ...tokens]) });
}

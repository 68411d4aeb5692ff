import { virtualShard } from '#platform/kernel/ids.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { totpStepSeconds } from '../../domain/oath/policy.ts';
import { parseSuite, productSuiteText } from '../../domain/ocra/suite.ts';
import { ocraSeedBytes, tokenSeedBytes, totpDigits } from '../../domain/policy.ts';
import { capFor } from '../../domain/token-cap.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { capAttempts, lockAttempts } from '../../store/attempts.store.ts';
import { insertToken, listTokens } from '../../store/oath-tokens.store.ts';

/** User and device that a token is created for. */
export interface EnrolToken {
  readonly userId: string;
  readonly deviceId: string | undefined;
  readonly kind: 'totp' | 'ocra';
}

/** A new token, with the seed that only its device receives. */
export interface EnrolledToken {
  readonly tokenId: string;
  readonly seed: Secret<Uint8Array>;
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
}

/**
 * Creates a token for a device of a user; the caller that paired the device transfers the seed, once. Until the first
 * right code the token awaits confirmation. Every token makes guessing easier, so the daily cap decreases.
 */
export async function enrolToken(
  ctx: Context & AuthorizationPorts,
  command: EnrolToken,
): Promise<EnrolledToken> {
  const { bankId, clock, ids, seedVault } = ctx;
  const { deviceId, kind, userId } = command;
  const tokenId = ids.uuid(virtualShard(bankId, userId));
  const isOcra = kind === 'ocra';
  const suite = isOcra ? productSuiteText : 'sha256';
  const stepSeconds = isOcra ? (parseSuite(suite)?.timeStepSeconds ?? totpStepSeconds) : totpStepSeconds;
  const seed = seedVault.newSeed(isOcra ? ocraSeedBytes : tokenSeedBytes);
  const sealedSeed = await seedVault.seal(bankId, tokenId, seed);
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    await lockAttempts(work, { bankId, subject: userId, now });
    const others = await listTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation'] });
    insertToken(work, {
      bankId,
      tokenId,
      userId,
      deviceId,
      serial: undefined,
      kind,
      suite,
      digits: totpDigits,
      stepSeconds,
      sealedSeed,
      // An OCRA token has no code to confirm itself with; the pairing of the device confirms it.
      status: isOcra ? 'active' : 'awaiting-confirmation',
      counter: undefined,
      drift: 0,
      now,
    });
    capAttempts(work, {
      bankId,
      subject: userId,
      now,
      cap: capFor([...others, { kind, digits: totpDigits }]),
    });
    work.audit({
      aggregateKind: 'oath-token',
      aggregateId: tokenId,
      changes: [{ field: 'kind', after: kind }],
    });
  });
  return { tokenId, seed, suite, digits: totpDigits, stepSeconds };
}

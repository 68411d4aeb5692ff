import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { parseSuite, productSuiteText } from '../domain/ocra/suite.ts';
import { codeAt } from '../engine/oath/codes.ts';
import { ocraResponse } from '../engine/ocra/compute.ts';
import { enrolTokens } from '../operations/tokens/enrol-tokens.ts';
import { type PreparedToken, type PrepareToken, prepareToken } from '../operations/tokens/prepare-token.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

/** Enrols one token in a command of its own. */
export async function enrolToken(
  ctx: Context & AuthorizationPorts,
  command: PrepareToken,
): Promise<PreparedToken> {
  const token = await prepareToken(ctx, command);
  await runCommand(ctx, async (work) => {
    await enrolTokens(ctx, work, { userId: command.userId, tokens: [token] });
    work.audit({
      aggregateKind: 'oath-token',
      aggregateId: token.tokenId,
      changes: [{ field: 'kind', after: command.kind }],
    });
  });
  return token;
}

/** Returns what the card reader with an OCRA token shows for a challenge. */
export function readerAnswer(
  { seed, stepSeconds }: Pick<PreparedToken, 'seed' | 'stepSeconds'>,
  challenge: string,
  now: Temporal.Instant,
): string {
  const suite = parseSuite(productSuiteText);
  if (suite === undefined) throw new Error('no suite');
  const timeStep = BigInt(Math.floor(now.epochMilliseconds / (stepSeconds * 1_000)));
  return ocraResponse({ seed, suite }, { questions: [challenge], timeStep });
}

/** Returns what a device with a TOTP token shows. */
export function totpAnswer(
  { digits, seed, stepSeconds }: Pick<PreparedToken, 'digits' | 'seed' | 'stepSeconds'>,
  now: Temporal.Instant,
): string {
  const step = Math.floor(now.epochMilliseconds / (stepSeconds * 1_000));
  return codeAt({ seed, hash: 'sha256', digits }, step);
}

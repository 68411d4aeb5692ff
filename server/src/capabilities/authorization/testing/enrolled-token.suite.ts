import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
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

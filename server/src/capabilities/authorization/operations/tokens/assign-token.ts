import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { verifyOcra } from '../../domain/ocra/response.ts';
import { parseSuite } from '../../domain/ocra/suite.ts';
import { capFor } from '../../domain/token-cap.ts';
import { ocraMatch } from '../../engine/ocra/compute.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { type TokenState, verifyTokenCode } from '../../steps/token-codes.ts';
import { capAttempts, lockAttempts } from '../../store/attempts.store.ts';
import {
  findBySerial,
  listTokens,
  lockBySerial,
  type OathToken,
  updateToken,
  updateTokenAssignment,
} from '../../store/oath-tokens.store.ts';

/** Result of assigning a token. */
export type TokenAssignment = 'assigned' | 'no-such-token' | 'taken' | 'wrong-code';

export interface AssignToken {
  readonly serial: string;
  readonly userName: string;
  /** The code that the token displays: its serial number may be stored with the seed of another token. */
  readonly code: string;
  /** The challenge that an OCRA token was asked. */
  readonly challenge?: string | undefined;
}

type Ctx = Context & AuthorizationPorts;

/** Assigns a token of the stock to a user. A token that has or had a user is assigned to no other. */
export async function assignToken(
  ctx: Ctx,
  { serial, userName, ...shown }: AssignToken,
): Promise<TokenAssignment> {
  const { bankId, clock, db, seedVault, users } = ctx;
  const user = await users.find(db, { bankId, name: userName });
  if (user === undefined) throw problems['no-such-user']();
  const { userId } = user;
  await seedVault.ready(bankId);
  const known = await findBySerial(db, { bankId, serial });
  // Opened before the command begins, because the key store may be slow.
  const seed = known && (await seedVault.open(bankId, known.tokenId, known.sealedSeed));
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    await lockAttempts(work, { bankId, subject: userId, now });
    const token = await lockBySerial(work, { bankId, serial });
    const nextState = token && seed && stateAfterCode(ctx, { token, seed, ...shown });
    const outcome = outcomeOf(token, nextState);
    const changes = [{ field: 'assigned', after: outcome === 'assigned' }];
    work.audit({ aggregateKind: 'oath-token', aggregateId: token?.tokenId ?? serial, changes });
    if (token === undefined || outcome !== 'assigned') return outcome;
    const { tokenId } = token;
    const others = await listTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation'] });
    updateTokenAssignment(work, { bankId, tokenId, userId, status: 'active', now });
    if (nextState !== undefined && nextState !== 'answered')
      updateToken(work, { bankId, tokenId, now, ...nextState });
    capAttempts(work, { bankId, subject: userId, now, cap: capFor([...others, token]) });
    return outcome;
  });
}

function outcomeOf(token: OathToken | undefined, nextState: unknown): TokenAssignment {
  if (token === undefined) return 'no-such-token';
  if (token.status !== 'stock') return 'taken';
  return nextState === undefined ? 'wrong-code' : 'assigned';
}

interface PresentedToken extends Pick<AssignToken, 'challenge' | 'code'> {
  readonly token: OathToken;
  readonly seed: Secret<Uint8Array>;
}

/** Returns the state of the token after the code; undefined when the code is wrong. */
function stateAfterCode(
  ctx: Ctx,
  { challenge, code, seed, token }: PresentedToken,
): TokenState | 'answered' | undefined {
  const now = ctx.clock.now();
  if (token.kind === 'ocra') {
    const suite = parseSuite(token.suite);
    if (suite?.timeStepSeconds === undefined || challenge === undefined) return undefined;
    const matches = ocraMatch({ seed, suite }, challenge, code);
    const outcome = verifyOcra(matches, { now, stepSeconds: suite.timeStepSeconds });
    return outcome.kind === 'accepted' ? 'answered' : undefined;
  }
  const seeds = new Map([[token.tokenId, seed]]);
  const [checked] = verifyTokenCode({ tokens: [token], seeds, otp: code, now, dummy: ctx.seedVault.dummy });
  return checked?.outcome.kind === 'accepted' ? checked.outcome.state : undefined;
}

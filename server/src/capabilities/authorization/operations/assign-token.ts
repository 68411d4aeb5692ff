import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { verifyOcra } from '../domain/ocra/response.ts';
import { parseSuite } from '../domain/ocra/suite.ts';
import { capFor } from '../domain/token-cap.ts';
import { ocraMatch } from '../engine/ocra/compute.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { problems } from '../problems.ts';
import { type TokenState, verifyCode } from '../steps/verify-code.ts';
import { capAttempts, lockGuard } from '../store/attempts.store.ts';
import {
  changeToken,
  findBySerial,
  listTokens,
  lockBySerial,
  moveToken,
  type OathToken,
} from '../store/oath-tokens.store.ts';

/** What came of handing a token out. */
export type Assigned = 'assigned' | 'no-such-token' | 'taken' | 'wrong-code';

export interface AssignToken {
  readonly serial: string;
  readonly userName: string;
  /** What the token in hand shows: the seed under its serial number may be that of another. */
  readonly code: string;
  /** What an OCRA token was asked. */
  readonly challenge?: string | undefined;
}

type Ctx = Context & AuthorizationPorts;

/** Hands a token of the stock to a user. One that somebody has, or had, goes to nobody else. */
export async function assignToken(ctx: Ctx, { serial, userName, ...shown }: AssignToken): Promise<Assigned> {
  const { bankId, clock, db, seedVault, users } = ctx;
  const user = await users.find(db, { bankId, name: userName });
  if (user === undefined) throw problems['no-such-user']();
  const { userId } = user;
  await seedVault.ready(bankId);
  const known = await findBySerial(db, { bankId, serial });
  // Opened before the command begins: whoever keeps its key may be slow.
  const seed = known && (await seedVault.open(bankId, known.tokenId, known.sealedSeed));
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    await lockGuard(work, { bankId, subject: userId, now });
    const token = await lockBySerial(work, { bankId, serial });
    const moved = token && seed && movedBy(ctx, { token, seed, ...shown });
    const outcome = outcomeOf(token, moved);
    const changes = [{ field: 'assigned', after: outcome === 'assigned' }];
    work.audit({ aggregateKind: 'oath-token', aggregateId: token?.tokenId ?? serial, changes });
    if (token === undefined || outcome !== 'assigned') return outcome;
    const { tokenId } = token;
    const others = await listTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation'] });
    changeToken(work, { bankId, tokenId, userId, status: 'active', now });
    if (moved !== undefined && moved !== 'answered') moveToken(work, { bankId, tokenId, now, ...moved });
    capAttempts(work, { bankId, subject: userId, now, cap: capFor([...others, token]) });
    return outcome;
  });
}

function outcomeOf(token: OathToken | undefined, moved: unknown): Assigned {
  if (token === undefined) return 'no-such-token';
  if (token.status !== 'stock') return 'taken';
  return moved === undefined ? 'wrong-code' : 'assigned';
}

interface Shown extends Pick<AssignToken, 'challenge' | 'code'> {
  readonly token: OathToken;
  readonly seed: Secret<Uint8Array>;
}

/** Where the token stands after the code; undefined when it did not make it. */
function movedBy(ctx: Ctx, { challenge, code, seed, token }: Shown): TokenState | 'answered' | undefined {
  const now = ctx.clock.now();
  if (token.kind === 'ocra') {
    const suite = parseSuite(token.suite);
    if (suite?.timeStepSeconds === undefined || challenge === undefined) return undefined;
    const matches = ocraMatch({ seed, suite }, challenge, code);
    const outcome = verifyOcra(matches, { now, stepSeconds: suite.timeStepSeconds });
    return outcome.kind === 'accepted' ? 'answered' : undefined;
  }
  const seeds = new Map([[token.tokenId, seed]]);
  const [judged] = verifyCode({ tokens: [token], seeds, otp: code, now, dummy: ctx.seedVault.dummy });
  return judged?.outcome.kind === 'accepted' ? judged.outcome.state : undefined;
}

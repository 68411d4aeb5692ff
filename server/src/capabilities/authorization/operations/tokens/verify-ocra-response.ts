import type { Problem } from '#platform/kernel/problem.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { factorBlockReason } from '../../domain/code-limits.ts';
import { verifyOcra } from '../../domain/ocra/response.ts';
import { parseSuite, productSuiteText } from '../../domain/ocra/suite.ts';
import { isPassed, stateOf } from '../../domain/otp.ts';
import { proofLifetimeMinutes } from '../../domain/policy.ts';
import { ocraMatch } from '../../engine/ocra/compute.ts';
import { events } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { clientOf } from '../../steps/callers.ts';
import { reportFailure } from '../../steps/lockouts.ts';
import { openSeeds } from '../../steps/seeds.ts';
import { clearAttempt, findLockoutSeconds } from '../../store/attempts.store.ts';
import { listTokens } from '../../store/oath-tokens.store.ts';
import {
  type ChallengeKey,
  findChallenge,
  markAnswered,
  type ReservedResponse,
  reserveResponse,
} from '../../store/ocra-challenges.store.ts';

/** A presented response of a device to a challenge. */
export interface VerifyOcraResponse {
  readonly challengeId: string;
  readonly responseCode: string;
}

interface Device {
  readonly suiteText: string;
  readonly seed: Secret<Uint8Array>;
}

/**
 * Verifies a response. The attempt is counted before the comparison; a right response authorizes the data of the
 * challenge.
 */
export async function verifyOcraResponse(
  ctx: Context & AuthorizationPorts,
  { challengeId, responseCode }: VerifyOcraResponse,
): Promise<void> {
  const { bankId, caller, clock, db } = ctx;
  const now = clock.now();
  const key = { bankId, challengeId, clientId: clientOf(caller), now };
  await ctx.seedVault.ready(bankId);
  const known = await findChallenge(db, key);
  const devices = known === undefined ? [] : await openDevices(ctx, known.subject);
  await runCommand(ctx, async (work) => {
    const reserved = await reserveResponse(work, key);
    if (reserved?.attemptState === undefined) throw await refusalOf(work, key);
    const isRight = devices
      .map((device) => isResponse(device, { question: reserved.challengeCode, responseCode, ctx }))
      .some(Boolean);
    if (isRight && !reserved.isDummy && (await isStillActive(ctx, work, reserved)))
      accept(work, key, reserved);
    else refuse(ctx, work, { key, reserved });
  });
}

/** Opens the devices of a user; without any, a dummy device is used. */
async function openDevices(ctx: Context & AuthorizationPorts, subject: string): Promise<readonly Device[]> {
  const { bankId, db, seedVault } = ctx;
  const listed = await listTokens(db, { bankId, userId: subject, statuses: ['active'] });
  const tokens = listed.filter(({ kind }) => kind === 'ocra');
  const seeds = await openSeeds(ctx, tokens);
  const devices = tokens.flatMap(({ suite: suiteText, tokenId }) => {
    const seed = seeds.get(tokenId);
    return seed === undefined ? [] : [{ suiteText, seed }];
  });
  return devices.length > 0 ? devices : [{ suiteText: productSuiteText, seed: seedVault.dummy }];
}

function isResponse(
  { seed, suiteText }: Device,
  presented: { readonly question: string; readonly responseCode: string; readonly ctx: Context },
): boolean {
  const suite = parseSuite(suiteText);
  if (suite?.timeStepSeconds === undefined) return false;
  const matches = ocraMatch({ seed, suite }, presented.question, presented.responseCode);
  const outcome = verifyOcra(matches, { now: presented.ctx.clock.now(), stepSeconds: suite.timeStepSeconds });
  return outcome.kind === 'accepted';
}

/** Returns whether the user is still active. A user who was suspended since the challenge proves nothing. */
async function isStillActive(
  { bankId, users }: Context & AuthorizationPorts,
  work: Work,
  { subject }: ReservedResponse,
): Promise<boolean> {
  return (await users.find(work, { bankId, name: subject }))?.status === 'active';
}

function accept(work: Work, key: ChallengeKey, { subject }: ReservedResponse): void {
  const { bankId, challengeId, now } = key;
  markAnswered(work, { ...key, proofUntil: now.add({ minutes: proofLifetimeMinutes }) });
  clearAttempt(work, { bankId, subject, now });
  work.emit(eventOf(events.ocraVerified, subject, { 'user-id': subject, reference: challengeId }));
  work.audit({
    aggregateKind: 'ocra-challenge',
    aggregateId: challengeId,
    changes: [{ field: 'state', after: 'verified' }],
  });
}

function refuse(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { key, reserved }: { readonly key: ChallengeKey; readonly reserved: ReservedResponse },
): void {
  const { attemptState, subject } = reserved;
  work.emit(eventOf(events.ocraRefused, subject, { 'user-id': subject, reference: key.challengeId }));
  if (attemptState !== undefined) reportFailure(ctx, work, { attemptState, subject });
  work.audit({
    aggregateKind: 'ocra-challenge',
    aggregateId: key.challengeId,
    changes: [],
    problem: 'bad-response',
  });
  work.rejectAfterCommit(problems['bad-response']());
}

/** Returns why no attempt is possible. Challenges of another client are reported as unknown. */
async function refusalOf(work: Work, key: ChallengeKey): Promise<Problem> {
  const known = await findChallenge(work, key);
  if (known === undefined) return problems['no-such-challenge']();
  const { bankId, now } = key;
  const seconds = await findLockoutSeconds(work, { bankId, subject: known.subject, now });
  if (seconds !== undefined)
    return standardProblems['too-many-requests']({ retryAfterSeconds: seconds, reason: factorBlockReason });
  return isPassed(stateOf(known, now)) ? problems['replayed-response']() : problems['no-such-challenge']();
}

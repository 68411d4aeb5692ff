import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type AttemptState, lockedUntilAfter } from '../domain/attempt-state.ts';
import type { ChallengeVerdict, WrongFactor } from '../domain/factor-verdict.ts';
import { verifyOcra } from '../domain/ocra/response.ts';
import { parseSuite, productSuiteText } from '../domain/ocra/suite.ts';
import { overReason, stateOf } from '../domain/otp.ts';
import { proofLifetimeMinutes } from '../domain/policy.ts';
import { ocraMatch } from '../engine/ocra/compute.ts';
import { events } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { clearAttempt, findLockoutSeconds } from '../store/attempts.store.ts';
import { listTokens } from '../store/oath-tokens.store.ts';
import {
  type ChallengeKey,
  findChallenge,
  markAnswered,
  markAnsweredNow,
  type ReservedResponse,
  reserveResponse,
} from '../store/ocra-challenges.store.ts';
import { clientOf } from './callers.ts';
import { reportFailure } from './lockouts.ts';
import { openSeeds } from './seeds.ts';

type Ports = AuthorizationPorts;

interface Device {
  /** Of the paired app installation; a token of the bank has none. */
  readonly deviceId: string | undefined;
  readonly suiteText: string;
  readonly seed: Secret<Uint8Array>;
}

/** A challenge whose user's devices were opened. */
export interface OpenedChallenge {
  readonly challengeId: string;
  readonly devices: readonly Device[];
}

/** Opens the devices that may answer a challenge, before a command begins, because their seeds may be stored remotely. */
export async function openChallenge(ctx: Context & Ports, challengeId: string): Promise<OpenedChallenge> {
  const { bankId, db } = ctx;
  await ctx.seedVault.ready(bankId);
  const known = await findChallenge(db, keyOf(ctx, challengeId));
  return { challengeId, devices: known === undefined ? [] : await openDevices(ctx, known.subject) };
}

function keyOf({ bankId, caller, clock }: Context, challengeId: string): ChallengeKey {
  return { bankId, challengeId, clientId: clientOf(caller), now: clock.now() };
}

/** Opens the devices of a user; without any, a dummy device is used. */
async function openDevices(ctx: Context & Ports, subject: string): Promise<readonly Device[]> {
  const { bankId, db, seedVault } = ctx;
  const listed = await listTokens(db, { bankId, userId: subject, statuses: ['active'] });
  const tokens = listed.filter(({ kind }) => kind === 'ocra');
  const seeds = await openSeeds(ctx, tokens);
  const devices = tokens.flatMap(({ deviceId, suite: suiteText, tokenId }) => {
    const seed = seeds.get(tokenId);
    return seed === undefined ? [] : [{ deviceId, suiteText, seed }];
  });
  return devices.length > 0
    ? devices
    : [{ deviceId: undefined, suiteText: productSuiteText, seed: seedVault.dummy }];
}

/** A presented response to a challenge. */
export interface PresentedResponse {
  readonly challenge: OpenedChallenge;
  readonly responseCode: string;
  /** When a success is written: with the other writes of the command, or at once, if the command consumes it. */
  readonly written: 'at-commit' | 'at-once';
}

/**
 * Verifies a response in the command of the caller. The attempt is counted before the comparison; a right response
 * authorizes the data of the challenge.
 */
export async function tryResponse(
  ctx: Context & Ports,
  work: Work,
  { challenge, responseCode, written }: PresentedResponse,
): Promise<ChallengeVerdict> {
  const key = keyOf(ctx, challenge.challengeId);
  const reserved = await reserveResponse(work, key);
  if (reserved?.attemptState === undefined) return findReason(work, key);
  const [answering] = challenge.devices.filter((device) =>
    isResponse(device, { question: reserved.challengeCode, responseCode, ctx }),
  );
  if (answering === undefined || reserved.isDummy || !(await isStillActive(ctx, work, reserved)))
    return refuse(ctx, work, { key, reserved, attemptState: reserved.attemptState });
  await accept(work, { key, reserved, written });
  return { kind: 'right', deviceId: answering.deviceId };
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
  { bankId, users }: Context & Ports,
  work: Work,
  { subject }: ReservedResponse,
): Promise<boolean> {
  return (await users.find(work, { bankId, name: subject }))?.status === 'active';
}

interface ReservedAnswer {
  readonly key: ChallengeKey;
  readonly reserved: ReservedResponse;
}

async function accept(
  work: Work,
  { key, reserved, written }: ReservedAnswer & Pick<PresentedResponse, 'written'>,
): Promise<void> {
  const { bankId, challengeId, now } = key;
  const { subject } = reserved;
  const answered = { ...key, proofUntil: now.add({ minutes: proofLifetimeMinutes }) };
  if (written === 'at-once') await markAnsweredNow(work, answered);
  else markAnswered(work, answered);
  clearAttempt(work, { bankId, subject, now });
  work.emit(eventOf(events.ocraVerified, subject, { 'user-id': subject, reference: challengeId }));
  work.count({ what: 'code', channel: 'challenge', outcome: 'verified' });
}

function refuse(
  ctx: Context & Ports,
  work: Work,
  { attemptState, key, reserved }: ReservedAnswer & { readonly attemptState: AttemptState },
): WrongFactor {
  const { attemptsLeft, subject } = reserved;
  work.emit(eventOf(events.ocraRefused, subject, { 'user-id': subject, reference: key.challengeId }));
  work.count({ what: 'code', channel: 'challenge', outcome: 'refused' });
  reportFailure(ctx, work, { attemptState, subject });
  return { kind: 'wrong', attemptsLeft, lockedUntil: lockedUntilAfter(attemptState, key.now) };
}

/** Returns why no attempt is possible. Challenges of another client are reported as unknown. */
async function findReason(work: Work, key: ChallengeKey): Promise<ChallengeVerdict> {
  const known = await findChallenge(work, key);
  if (known === undefined) return { kind: 'over', why: 'unknown' };
  const { bankId, now } = key;
  const seconds = await findLockoutSeconds(work, { bankId, subject: known.subject, now });
  if (seconds !== undefined) return { kind: 'over', why: 'locked-out', until: now.add({ seconds }) };
  return { kind: 'over', why: overReason(stateOf(known, now)) };
}

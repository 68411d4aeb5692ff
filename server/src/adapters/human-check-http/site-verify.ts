import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { HumanCheck, HumanVerdict } from '#capabilities/identity/index.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Log } from '#platform/log/logger.ts';
import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';

export interface SiteVerifyOptions {
  readonly egress: Egress;
  readonly purpose: string;
  /** Of the operation itself, for example `https://…/siteverify`. */
  readonly url: string;
  readonly secret: Secret<string>;
  /** Sites of the bank on which people solve the check; absent: the service decides alone. */
  readonly hostnames?: readonly string[] | undefined;
  /** The least score that counts as a person. Without it, answers of services with a score are refusals. */
  readonly scoreMin?: number | undefined;
  readonly log: Log;
  /** For one token with all attempts. */
  readonly deadlineMs?: number;
}

/** A person waits for the response. */
const deadlineDefaultMs = 3_000;
const pausesMs = [0, 200] as const;
const askedMax = 32;
const waitingMax = 64;
const waitMaxMs = 1_000;

/** What a service answers. Members that are not read may have any form. */
const answerSchema = Type.Object({
  success: Type.Boolean(),
  hostname: Type.Optional(Type.String()),
  /** Of services without a puzzle: how likely it is a person, from 0 to 1. They call every readable token a success. */
  score: Type.Optional(Type.Number()),
  'error-codes': Type.Optional(Type.Array(Type.String())),
});
type Answer = Static<typeof answerSchema>;

/** Codes that blame the token; all others blame our request or the service. */
const tokenCodes: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
]);

class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens';
}

/**
 * Verifies tokens at a service with the protocol `siteverify`, which Turnstile, hCaptcha and reCAPTCHA speak: a form with
 * the secret of the site, the token and the address of the person. An attempt is repeated once, with the same
 * `idempotency_key`, because services accept a token once.
 */
export function createSiteVerify({
  deadlineMs = deadlineDefaultMs,
  log,
  ...service
}: SiteVerifyOptions): Pick<HumanCheck, 'verify'> {
  const limit = createConcurrencyLimit({
    runningMax: askedMax,
    waitingMax,
    waitMaxMs,
    refuse: () => new TooManyTokens(),
  });
  return {
    async verify({ bankId, sourceAddress, token }) {
      const form = new URLSearchParams({
        secret: service.secret.reveal(),
        response: token,
        idempotency_key: randomUUID(),
        ...(sourceAddress === undefined ? {} : { remoteip: sourceAddress }),
      });
      const verdict = await limit
        .run(bankId, () => ask(service, form.toString(), deadlineMs))
        .catch((error: unknown): HumanVerdict => {
          if (error instanceof TooManyTokens) return 'unavailable';
          throw error;
        });
      if (verdict === 'unavailable')
        log.warn({ bankId }, 'the bot check has not answered, requests are refused');
      return verdict;
    },
  };
}

type Service = Pick<SiteVerifyOptions, 'egress' | 'hostnames' | 'purpose' | 'scoreMin' | 'url'>;

async function ask(service: Service, body: string, deadlineMs: number): Promise<HumanVerdict> {
  const endMs = performance.now() + deadlineMs;
  for (const pauseMs of pausesMs) {
    const timeoutMs = Math.floor(endMs - performance.now() - pauseMs);
    if (timeoutMs <= 0) return 'unavailable';
    if (pauseMs > 0) await setTimeout(pauseMs);
    const answer = await askOnce(service, body, timeoutMs);
    if (answer !== undefined) return verdictOf(answer, service);
  }
  return 'unavailable';
}

/** Returns undefined where another attempt may get an answer. */
async function askOnce(
  { egress, purpose, url }: Service,
  body: string,
  timeoutMs: number,
): Promise<Answer | undefined> {
  try {
    const response = await egress.send({
      purpose,
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body,
      timeoutMs,
    });
    return answerIn(response);
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    return undefined;
  }
}

/** Some services send their codes with status 400. */
function answerIn({ body, status }: EgressResponse): Answer | undefined {
  if (status >= 500 || status === 429) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString());
    return Check(answerSchema, parsed) ? parsed : undefined;
    // Whatever is not JSON is no answer.
  } catch {
    return undefined;
  }
}

function verdictOf(answer: Answer, service: Service): HumanVerdict {
  if (answer.success) return isOfPerson(answer, service) ? 'human' : 'refused';
  const codes = answer['error-codes'] ?? [];
  return codes.length > 0 && codes.every((code) => tokenCodes.has(code)) ? 'refused' : 'unavailable';
}

function isOfPerson(
  { hostname = '', score }: Answer,
  { hostnames, scoreMin = Number.POSITIVE_INFINITY }: Service,
): boolean {
  const isOurs = hostnames === undefined || hostnames.includes(hostname);
  return isOurs && (score === undefined || score >= scoreMin);
}

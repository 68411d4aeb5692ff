import type { ApiProcess } from '../harness/api-process.ts';
import type { Instance } from '../harness/instance.ts';
import type { HarnessClient } from '../harness/oauth-client.ts';
import { type BrowserResponse, harnessBank, type OauthHarness } from '../harness/oauth-harness.ts';
import type { PostgresServer } from '../harness/postgres-server.ts';

/** Two apis on one database, with users and clients. */
export interface SessionHarness {
  readonly oauth: OauthHarness;
  readonly instance: Instance;
  readonly postgres: PostgresServer;
  /** Settings of both processes, for commands. */
  readonly env: Readonly<Record<string, string>>;
  /** The process that is killed. */
  readonly a: ApiProcess;
  readonly b: ApiProcess;
  readonly random: () => number;
  readonly findings: Findings;
}

/** Results of a run so far. */
export interface Findings {
  readonly wrong: readonly string[];
  readonly checks: number;
  /** Counts one check. */
  check(step: string, isSo: boolean, seen: string): void;
  /** Records the longest time of each measurement. */
  measured(name: Measured, ms: number): void;
  slowest(name: Measured): number;
  /** Records a response other than 503 while the database is unreachable. */
  odd(seen: string): void;
  readonly oddAnswers: ReadonlySet<string>;
  count(name: Counted): void;
  counted(name: Counted): number;
}

/**
 * Measured times: from the end of a token, grant, client or session until its refusal, or from the return of the
 * database until recovery.
 */
export type Measured = 'token' | 'grant' | 'client-token' | 'client-grant' | 'session' | 'recovery';
export type Counted =
  | 'answered'
  | 'retried'
  | 'over'
  | 'two-living'
  | 'requests'
  | 'failed'
  | 'away'
  | 'away-odd';

export function createFindings(): Findings {
  const wrong: string[] = [];
  const slowest = new Map<Measured, number>();
  const counts = new Map<Counted, number>();
  const oddAnswers = new Set<string>();
  const count = (name: Counted): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  let checks = 0;
  return {
    wrong,
    get checks() {
      return checks;
    },
    check(step, isSo, seen) {
      checks += 1;
      if (!isSo) wrong.push(`${step}: ${seen}`);
    },
    measured: (name, ms) => void slowest.set(name, Math.max(ms, slowest.get(name) ?? 0)),
    // A value without a measurement was never refused.
    slowest: (name) => slowest.get(name) ?? Number.POSITIVE_INFINITY,
    oddAnswers,
    odd(seen) {
      count('away-odd');
      oddAnswers.add(seen);
    },
    count,
    counted: (name) => counts.get(name) ?? 0,
  };
}

/** A route that staff may read with a token of the harness. */
const guardedPath = '/api/configuration/maintenance-windows';
const refusedWithinMs = 5_000;
/** The rate limit is 600 reads per minute, person and process, and all requests come from one person. */
const askEveryMs = 150;

/** Describes a response in one line. */
export function describeResponse({ body, location, status }: BrowserResponse): string {
  return `${status} ${String(body['error'] ?? '')} ${location}`.trimEnd();
}

/** Calls an interface with a token of this client. */
export function callWith(
  { oauth }: SessionHarness,
  port: number,
  token: string,
  by?: HarnessClient,
): Promise<BrowserResponse> {
  const proof = (by ?? oauth.client).proof('GET', `${oauth.baseUrl}${guardedPath}`, token);
  return oauth.call(port, guardedPath, token, proof);
}

export const accessTokenIn = ({ body }: BrowserResponse): string => String(body['access_token'] ?? '');
export const refreshTokenIn = ({ body }: BrowserResponse): string => String(body['refresh_token'] ?? '');

/**
 * Repeats a request until it is refused; returns the time since the given start, or undefined when it was never
 * refused.
 */
export async function refusedAfterMs(
  isRefused: () => Promise<boolean>,
  sinceMs: number,
): Promise<number | undefined> {
  // Twice the goal, so that a missed goal is measured.
  const deadline = Date.now() + 2 * refusedWithinMs;
  while (Date.now() < deadline) {
    if (await isRefused()) return Date.now() - sinceMs;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return undefined;
}

/** Tells whether an interface refuses this token now; a response other than success and refusal is an error. */
export async function isTokenRefused(
  harness: SessionHarness,
  port: number,
  held: { readonly token: string; readonly by?: HarnessClient },
): Promise<boolean> {
  const response = await callWith(harness, port, held.token, held.by);
  const isYesOrNo = response.status === 200 || response.status === 401;
  harness.findings.check('an interface says yes or no', isYesOrNo, describeResponse(response));
  return response.status === 401;
}

/** Checks a measured refusal: it happened, and within its limit. */
export function verifyRefusal(
  { findings }: SessionHarness,
  name: Measured,
  given: { readonly step: string; readonly ms: number | undefined },
): void {
  findings.check(given.step, given.ms !== undefined, 'was never refused');
  if (given.ms !== undefined) findings.measured(name, given.ms);
}

/** Returns the time of a revocation from the database, which uses the clock of this machine. */
export async function revokedAtMs(
  { findings, instance }: SessionHarness,
  kind: 'client' | 'grant' | 'token',
  value: string,
): Promise<number> {
  const rows = await instance.database.query<{ at: string }>(
    `select (extract(epoch from revoked_at) * 1000)::float8 as at
       from oauth.revocation where bank_id = $1 and kind = $2 and value = $3`,
    [harnessBank, kind, value],
  );
  findings.check(`a ${kind} that was ended`, rows.length === 1, 'nothing says that it was taken back');
  return Number(rows[0]?.at ?? Date.now());
}

/** Returns a claim of a token. */
export function claimOf(token: string, name: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return String(Reflect.get(Object(claims), name));
}

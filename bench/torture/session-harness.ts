import type { ApiProcess } from '../harness/api-process.ts';
import type { Instance } from '../harness/instance.ts';
import type { RigClient } from '../harness/oauth-client.ts';
import { type BrowserResponse, harnessBank, type OauthHarness } from '../harness/oauth-harness.ts';
import type { PostgresServer } from '../harness/postgres-server.ts';

/** Two apis on one database, and people and clients who use them. */
export interface SessionHarness {
  readonly oauth: OauthHarness;
  readonly instance: Instance;
  readonly postgres: PostgresServer;
  /** Settings of both processes, for commands beside them. */
  readonly env: Readonly<Record<string, string>>;
  /** The one that is killed. */
  readonly a: ApiProcess;
  readonly b: ApiProcess;
  readonly random: () => number;
  readonly findings: Findings;
}

/** What a run has seen so far. */
export interface Findings {
  readonly wrong: readonly string[];
  readonly checks: number;
  /** Counts one thing that must be so. */
  check(step: string, isSo: boolean, seen: string): void;
  /** Remembers the longest of each. */
  measured(name: Measured, ms: number): void;
  slowest(name: Measured): number;
  /** Something other than `come back later` while the database was away. */
  odd(seen: string): void;
  readonly oddAnswers: ReadonlySet<string>;
  count(name: Counted): void;
  counted(name: Counted): number;
}

/** From the moment something was ended until it was refused; or from the return of the database until all is well. */
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
    // Never measured is never refused.
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

/** A route that staff may read with a token of the rig. */
const guardedPath = '/api/configuration/maintenance-windows';
const refusedWithinMs = 5_000;
/** One person may read 600 times a minute from one process, and all of this is one person. */
const askEveryMs = 150;

/** Says in a line what came back. */
export function told({ body, location, status }: BrowserResponse): string {
  return `${status} ${String(body['error'] ?? '')} ${location}`.trimEnd();
}

/** Calls an interface with a token of this client. */
export function callWith(
  { oauth }: SessionHarness,
  port: number,
  token: string,
  by?: RigClient,
): Promise<BrowserResponse> {
  const proof = (by ?? oauth.client).proof('GET', `${oauth.baseUrl}${guardedPath}`, token);
  return oauth.call(port, guardedPath, token, proof);
}

export const accessTokenIn = ({ body }: BrowserResponse): string => String(body['access_token'] ?? '');
export const refreshTokenIn = ({ body }: BrowserResponse): string => String(body['refresh_token'] ?? '');

/** Asks until the answer is no, and says how long that took from the given moment on; undefined when it never was. */
export async function refusedAfterMs(
  isRefused: () => Promise<boolean>,
  sinceMs: number,
): Promise<number | undefined> {
  // Twice as long, so that a miss of the goal is measured and not guessed.
  const deadline = Date.now() + 2 * refusedWithinMs;
  while (Date.now() < deadline) {
    if (await isRefused()) return Date.now() - sinceMs;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return undefined;
}

/** Whether an interface refuses this token at once; anything but yes and no is a fault of its own. */
export async function isTokenRefused(
  harness: SessionHarness,
  port: number,
  held: { readonly token: string; readonly by?: RigClient },
): Promise<boolean> {
  const answer = await callWith(harness, port, held.token, held.by);
  const isYesOrNo = answer.status === 200 || answer.status === 401;
  harness.findings.check('an interface says yes or no', isYesOrNo, told(answer));
  return answer.status === 401;
}

/** Commits to what was measured: within its time, and seen at all. */
export function verifyRefusal(
  { findings }: SessionHarness,
  name: Measured,
  given: { readonly step: string; readonly ms: number | undefined },
): void {
  findings.check(given.step, given.ms !== undefined, 'was never refused');
  if (given.ms !== undefined) findings.measured(name, given.ms);
}

/** When something was taken back, as the database has it; the clock is this machine's too. */
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

/** A claim of a token of ours. */
export function claimOf(token: string, name: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return String(Reflect.get(Object(claims), name));
}

import { sendOtp } from '../../server/src/capabilities/authorization/operations/codes/send-otp.ts';
import { verifyOtp } from '../../server/src/capabilities/authorization/operations/codes/verify-otp.ts';
import { verifyOathOtp } from '../../server/src/capabilities/authorization/operations/tokens/verify-oath-otp.ts';
import type { AuthorizationPorts } from '../../server/src/capabilities/authorization/ports/authorization-ports.ts';
import type { Users } from '../../server/src/capabilities/authorization/ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import type { Context } from '../../server/src/platform/work/context.ts';

const poolSize = 24;

/** Result of a guess: `right`, or the literal of the problem. */
export type Verdict = string;

/** The second factors of a bank, called in this process: the run tests the counters, not HTTP. */
export interface GuessHarness {
  readonly testApp: AuthorizationTestApp;
  /** Adds a user to the directory. */
  addUser(): string;
  /** Sends a code; returns the id of the verification, or the literal of the problem. */
  send(userName: string): Promise<{ readonly id: string } | Verdict>;
  codeOf(verificationId: string): Promise<string>;
  guess(verificationId: string, otp: string): Promise<Verdict>;
  guessToken(userName: string, otp: string): Promise<Verdict>;
  attemptsAt(verificationIds: readonly string[]): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createGuessHarness(): Promise<GuessHarness> {
  const known = new Map<string, NonNullable<Awaited<ReturnType<Users['find']>>>>();
  // The test directory scans all users for an unknown name; here both lookups must cost the same.
  const users: Users = {
    find: async (_db, { name }) => known.get(name),
    findAll: async () => [],
    mandatedFor: async () => [],
  };
  const app = await createAuthorizationTestApp({ poolSize, ports: { users } });
  // The run does not test durability.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  const ctx = asApplication(app);
  return {
    testApp: app,
    addUser() {
      const user = app.users.add();
      known.set(user.userId, user);
      return user.userId;
    },
    send: (userName) =>
      sendOtp(ctx, {
        channel: 'sms',
        action: 'login',
        message: undefined,
        contact: undefined,
        userName,
      }).then((id) => ({ id }), literalOf),
    codeOf: (id) => app.codeOf(id),
    guess: (verificationId, otp) =>
      verifyOtp(ctx, { channel: 'sms', verificationId, otp }).then(() => 'right', literalOf),
    guessToken: (userName, otp) => verifyOathOtp(ctx, { userName, otp }).then(() => 'right', literalOf),
    attemptsAt: async (ids) => {
      const [row] = await app.database.query<{ attempts: number }>(
        `select coalesce(sum(attempts), 0)::int as attempts
           from "authorization".otp_verification where verification_id = any($1::text[])`,
        [ids],
      );
      return row?.attempts ?? -1;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

function asApplication(app: AuthorizationTestApp): Context & AuthorizationPorts {
  return {
    ...app.context(),
    caller: {
      kind: 'application',
      clientId: 'channel-app',
      bankId: '01',
      scopes: new Set(['authorization.otp', 'authorization.oath']),
      binding: 'none',
    },
  };
}

function literalOf(error: unknown): Verdict {
  if (error instanceof Problem) return error.literal;
  throw error;
}

/** Counts the results. */
export function tally(results: readonly Verdict[]): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const word of results) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns another code of the same length. */
export function wrongOf(code: string): string {
  return `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
}

import {
  openSignIn,
  type SubmitOutcome,
  submitSignIn,
  viewSignIn,
} from '../../server/src/capabilities/identity/index.ts';
import type { IdentityPorts } from '../../server/src/capabilities/identity/ports/identity-ports.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { insertPeopleAt, type PeopleWanted, type Person } from '../harness/sign-in-people.ts';

const poolSize = 16;
const atOnce = 12;

/** Result of username and password: the kind of the next page, or the problem. */
export type AttemptResult = string;

/** A sign-in attempt for an account. */
export interface Try {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** Cookie value of an earlier sign-in. */
  readonly browserSecret?: string;
}

/** The sign-in of a bank, called step by step in this process: the run tests the counters, not HTTP. */
export interface EnumerationHarness {
  readonly app: IdentityTestApp;
  enter(wanted: PeopleWanted): Promise<readonly Person[]>;
  attempt(tried: Try): Promise<AttemptResult>;
  /** Runs many attempts in parallel, in this order; returns each with its result. */
  attemptAll(tries: readonly Try[]): Promise<readonly Attempted[]>;
  /** Signs in with username, password and code. Returns the browser secret, or the result of a failed step. */
  signIn(tried: Try, user: TestUser): Promise<{ readonly browserSecret: string } | AttemptResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Attempted extends Try {
  readonly result: AttemptResult;
}

export async function createEnumerationHarness(): Promise<EnumerationHarness> {
  const app = await createIdentityTestApp({ poolSize });
  // The run does not test durability.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  const attempt = async (tried: Try): Promise<AttemptResult> => (await upToPassword(app, tried)).result;
  return {
    app: app,
    enter: (wanted) => insertPeopleAt({ ...app.ports, database: app.database, clock: app.clock }, wanted),
    attempt,
    async attemptAll(tries) {
      const done: Attempted[] = [];
      const left = [...tries].toReversed();
      const work = async (): Promise<void> => {
        for (let tried = left.pop(); tried !== undefined; tried = left.pop())
          done.push({ ...tried, result: await attempt(tried) });
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return done;
    },
    async signIn(tried, user) {
      // The product sends a user only one code per minute.
      app.clock.advance({ minutes: 5 });
      const { result, step } = await upToPassword(app, tried);
      if (result !== 'code') return result;
      const { code } = await app.newestCode(user.userId);
      const outcome = await step({ step: 'code', code });
      return outcome.kind === 'finished' ? { browserSecret: outcome.browserSecret } : outcome.kind;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

interface Walk {
  readonly result: AttemptResult;
  readonly step: (fields: Readonly<Record<string, string>>) => Promise<SubmitOutcome>;
}

async function upToPassword(app: IdentityTestApp, tried: Try): Promise<Walk> {
  const { address: sourceAddress, browserSecret, password, username } = tried;
  const usual = app.context();
  const ctx: Context & IdentityPorts = { ...usual, origin: { ...usual.origin, sourceAddress } };
  const { identityVault } = app.ports;
  const signInId = identityVault.newSecret();
  const browserInfo = { browserName: 'Browser', browserSecret, clientName: undefined };
  let secret = await openSignIn(ctx, { signInId, assurance: 'sca' });
  const step: Walk['step'] = async (fields) => {
    const filled = { csrf: identityVault.csrfOf(ctx.bankId, secret), ...fields };
    const given = new Map(Object.entries(filled));
    const outcome = await submitSignIn(ctx, { signInId, secret, browserInfo, fields: given });
    if (outcome.kind === 'continues') secret = outcome.secret ?? secret;
    return outcome;
  };
  await step({ step: 'identify', username });
  const outcome = await step({ step: 'password', password });
  if (outcome.kind !== 'continues') return { result: outcome.kind, step };
  const view = await viewSignIn(ctx, { signInId, secret });
  return { result: view?.kind ?? 'over', step };
}

/** Returns a unique address for each number. */
export function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

/** Counts the results. */
export function tallyOf(attempted: readonly Attempted[]): ReadonlyMap<AttemptResult, number> {
  const counts = new Map<AttemptResult, number>();
  for (const { result } of attempted) counts.set(result, (counts.get(result) ?? 0) + 1);
  return counts;
}

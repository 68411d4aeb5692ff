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

/** What came of name and password: the kind of the page that follows, or of the refusal. */
export type Came = string;

/** A try at somebody's account. */
export interface Try {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** What the browser has kept from an earlier sign-in. */
  readonly browserSecret?: string;
}

/** The sign-in of a bank, taken step by step in the process itself: what is tortured is the counting, not the wire. */
export interface EnumerationHarness {
  readonly app: IdentityTestApp;
  enter(wanted: PeopleWanted): Promise<readonly Person[]>;
  attempt(tried: Try): Promise<Came>;
  /** Many at a time, in this order; each answer with its try. */
  attemptAll(tries: readonly Try[]): Promise<readonly Attempted[]>;
  /** Name, password and the code that is sent; the secret that the browser keeps, or how far it came. */
  comeIn(tried: Try, user: TestUser): Promise<{ readonly browserSecret: string } | Came>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Attempted extends Try {
  readonly came: Came;
}

export async function createEnumerationHarness(): Promise<EnumerationHarness> {
  const app = await createIdentityTestApp({ poolSize });
  // What a power failure would lose is not asked here.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  const attempt = async (tried: Try): Promise<Came> => (await upToPassword(app, tried)).came;
  return {
    app: app,
    enter: (wanted) => insertPeopleAt({ ...app.ports, database: app.database, clock: app.clock }, wanted),
    attempt,
    async attemptAll(tries) {
      const done: Attempted[] = [];
      const left = [...tries].toReversed();
      const work = async (): Promise<void> => {
        for (let tried = left.pop(); tried !== undefined; tried = left.pop())
          done.push({ ...tried, came: await attempt(tried) });
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return done;
    },
    async comeIn(tried, user) {
      // Nobody is sent two codes within a minute.
      app.clock.advance({ minutes: 5 });
      const { came, step } = await upToPassword(app, tried);
      if (came !== 'code') return came;
      const { code } = await app.newestCode(user.userId);
      const outcome = await step({ step: 'code', code });
      return outcome.kind === 'finished' ? { browserSecret: outcome.browserSecret } : outcome.kind;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

interface Walk {
  readonly came: Came;
  readonly step: (fields: Readonly<Record<string, string>>) => Promise<SubmitOutcome>;
}

async function upToPassword(app: IdentityTestApp, tried: Try): Promise<Walk> {
  const { address: sourceAddress, browserSecret, password, username } = tried;
  const usual = app.context();
  const ctx: Context & IdentityPorts = { ...usual, origin: { ...usual.origin, sourceAddress } };
  const { identityVault } = app.ports;
  const signInId = identityVault.newSecret();
  const visitor = { browserName: 'Browser', browserSecret, clientName: undefined };
  let secret = await openSignIn(ctx, { signInId, assurance: 'sca' });
  const step: Walk['step'] = async (fields) => {
    const filled = { csrf: identityVault.csrfOf(ctx.bankId, secret), ...fields };
    const given = new Map(Object.entries(filled));
    const outcome = await submitSignIn(ctx, { signInId, secret, visitor, fields: given });
    if (outcome.kind === 'moved') secret = outcome.secret ?? secret;
    return outcome;
  };
  await step({ step: 'identify', username });
  const outcome = await step({ step: 'password', password });
  if (outcome.kind !== 'moved') return { came: outcome.kind, step };
  const view = await viewSignIn(ctx, { signInId, secret });
  return { came: view?.kind ?? 'over', step };
}

/** An address of its own for each number. */
export function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

/** How often each was said. */
export function tallyOf(attempted: readonly Attempted[]): ReadonlyMap<Came, number> {
  const counts = new Map<Came, number>();
  for (const { came } of attempted) counts.set(came, (counts.get(came) ?? 0) + 1);
  return counts;
}

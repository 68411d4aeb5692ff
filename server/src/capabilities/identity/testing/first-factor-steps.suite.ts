import { randomBytes } from 'node:crypto';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { createPasswordHasher, type PasswordHasher } from '../engine/passwords/password-hasher.ts';
import {
  type FirstFactorAsker,
  type FirstFactorResult,
  type VerifyFirstFactor,
  verifyFirstFactor,
} from '../operations/approvals/verify-first-factor.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { createIdentityTestApp, type IdentityTestApp, type TestUser } from './identity-test-app.suite.ts';

/** The comparisons of passwords since the last reset. */
export interface Comparisons {
  /** Secrets that were compared with a stored hash. */
  readonly secrets: readonly string[];
  /** All comparisons, those with a dummy hash included. */
  readonly count: number;
  reset(): void;
}

/** The identity interface, with its comparisons of passwords recorded. */
export async function createFirstFactorTestApp(): Promise<{
  readonly app: IdentityTestApp;
  readonly comparisons: Comparisons;
}> {
  let secrets: string[] = [];
  let count = 0;
  const hasher = createPasswordHasher({
    keys: createLocalKeys([randomBytes(32)]),
    parameters: { memoryKib: 64, iterations: 1, parallelism: 1 },
    waitingMax: 10_000,
  });
  const passwordHasher: PasswordHasher = {
    ...hasher,
    verify: async (bankId, stored, secret) => {
      count += 1;
      if (stored !== undefined) secrets.push(secret);
      return hasher.verify(bankId, stored, secret);
    },
  };
  return {
    app: await createIdentityTestApp({ poolSize: 10, ports: { passwordHasher } }),
    comparisons: {
      get secrets() {
        return secrets;
      },
      get count() {
        return count;
      },
      reset: () => {
        secrets = [];
        count = 0;
      },
    },
  };
}

let thirdParties = 0;

/** A third party that has not called before. */
export function newThirdParty(): FirstFactorAsker & { readonly kind: 'third-party' } {
  thirdParties += 1;
  return { kind: 'third-party', tppId: `PSDDE-BAFIN-${10_000 + thirdParties}` };
}

/** A page of the bank, in a browser that has signed no user in. */
export const newBrowserPage = {
  kind: 'approval-page',
  browserInfo: { browserName: 'Firefox on Linux', browserSecret: undefined, clientName: undefined },
} as const;

let guesses = 0;

/** A wrong password that was not tried before. */
export function newGuess(): string {
  guesses += 1;
  return `a wrong password ${guesses}`;
}

export type Attempt = Omit<VerifyFirstFactor, 'name'>;

/** Verifies a first factor; the caller settles nothing else. */
export function verifyAlone(
  ctx: Context & IdentityPorts,
  name: string,
  attempt: Attempt,
): Promise<FirstFactorResult> {
  return verifyFirstFactor(ctx, { name, ...attempt }, async (_, result) => result);
}

/** The problem that a promise is rejected with, if any. */
export async function problemOf(work: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The data of all events about locks of a user. */
export async function lockEventsOf(app: IdentityTestApp, { userId }: TestUser): Promise<readonly unknown[]> {
  return (await app.eventsOf(userId)).filter(({ name }) => name === 'user-locked').map(({ data }) => data);
}

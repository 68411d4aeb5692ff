/**
 * Takes the place of `vitest` in the test files that a worker reads: it keeps the tests as functions, so that one
 * process can run each of them many times. Assertions are those of vitest.
 */

export { expect, vi } from 'vitest';

type Hook = () => unknown;
type Body = (...given: readonly unknown[]) => unknown;

interface Suite {
  readonly name: string;
  readonly parent?: Suite;
  readonly before: { readonly all: Hook[]; readonly each: Hook[] };
  readonly after: { readonly all: Hook[]; readonly each: Hook[] };
  isReady: boolean;
}

/** A test that can be run again. */
export interface RegisteredTest {
  readonly name: string;
  readonly suite: Suite;
  readonly body: () => unknown;
}

let suite = newSuite('');
let tests: RegisteredTest[] = [];

function newSuite(name: string, parent?: Suite): Suite {
  const hooks = (): Suite['before'] => ({ all: [], each: [] });
  return {
    name,
    ...(parent === undefined ? {} : { parent }),
    before: hooks(),
    after: hooks(),
    isReady: false,
  };
}

/** Reads one test file, and returns its tests. */
export async function readTests(read: () => Promise<unknown>): Promise<readonly RegisteredTest[]> {
  suite = newSuite('');
  tests = [];
  await read();
  return tests;
}

/** Runs one test with its hooks; rejects if it fails. */
export async function runTest(test: RegisteredTest): Promise<void> {
  const suites = chainOf(test.suite);
  for (const each of suites) await makeReady(each);
  for (const { before } of suites) for (const hook of before.each) await hook();
  try {
    await test.body();
  } finally {
    for (const { after } of suites.toReversed()) for (const hook of after.each) await hook();
    for (const hook of finishing.splice(0)) await hook();
  }
}

/** Runs what the suites of these tests do at their end. */
export async function endTests(ended: readonly RegisteredTest[]): Promise<void> {
  const suites = new Set(ended.flatMap((test) => chainOf(test.suite)));
  for (const each of suites) {
    if (!each.isReady) continue;
    each.isReady = false;
    for (const hook of each.after.all) await hook();
  }
}

function chainOf(inner: Suite): readonly Suite[] {
  return inner.parent === undefined ? [inner] : [...chainOf(inner.parent), inner];
}

async function makeReady(each: Suite): Promise<void> {
  if (each.isReady) return;
  each.isReady = true;
  for (const hook of each.before.all) await hook();
}

function addTest(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find(isBody);
  if (body === undefined) throw new Error(`the test ${name} has no function`);
  const full = [...chainOf(suite).map((each) => each.name), name].filter((part) => part !== '').join(' > ');
  // The context of vitest: only what tests of this repository use.
  tests.push({ name: full, suite, body: () => body({ onTestFinished }) });
}

function isBody(value: unknown): value is Body {
  return typeof value === 'function';
}

function addSuite(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find(isBody);
  const outer = suite;
  suite = newSuite(name, outer);
  try {
    body?.();
  } finally {
    suite = outer;
  }
}

type Add = (name: string, ...rest: readonly unknown[]) => void;

/** One test or suite for each case; a list is spread as arguments. */
const each =
  (add: Add) =>
  (cases: Iterable<unknown>) =>
  (name: string, ...rest: readonly unknown[]): void => {
    const body = rest.find(isBody);
    for (const [index, given] of [...cases].entries()) {
      const values: readonly unknown[] = Array.isArray(given) ? given : [given];
      add(`${name} [${index}]`, () => body?.(...values));
    }
  };

const withEach = (add: Add): Add & { readonly each: ReturnType<typeof each> } =>
  Object.assign(
    (...given: Parameters<Add>) => {
      add(...given);
    },
    { each: each(add) },
  );

export const test = withEach(addTest);
export const it = withEach(addTest);
export const describe = withEach(addSuite);

export const beforeAll = (hook: Hook): number => suite.before.all.push(hook);
export const beforeEach = (hook: Hook): number => suite.before.each.push(hook);
export const afterAll = (hook: Hook): number => suite.after.all.unshift(hook);
export const afterEach = (hook: Hook): number => suite.after.each.unshift(hook);

const finishing: Hook[] = [];
export const onTestFinished = (hook: Hook): number => finishing.unshift(hook);

import { dummyQuestions } from '../../server/src/capabilities/identity/domain/questions.ts';
import { createIdentityVault } from '../../server/src/capabilities/identity/index.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import type { Instance } from '../harness/instance.ts';
import { progress } from '../harness/report.ts';
import { createPageBrowser, type PageResponse } from '../harness/sign-in-browser.ts';
import { keysOf, type Person, peopleBank } from '../harness/sign-in-people.ts';
import { accountPath } from '../harness/sign-in-visit.ts';
import { type ApiUnderTest, chosenQuestions, type Flow, flowsOf, type Name } from './enumeration-flows.ts';
import { addressOf } from './enumeration-harness.ts';
import { sameChance, type Timing } from './guesses-timing.ts';

/** Pairs that are requested before the measurement. */
export const warmUp = 20;

/** Comparison of the responses for known and unknown users. */
export interface PairComparison extends Timing {
  /** Pairs whose responses differ in more than random values. */
  readonly different: number;
  /** The first differing pair. */
  readonly example: readonly [string, string] | undefined;
}

/** A known user, and an unknown one with a username of the same length. */
export interface Pair {
  readonly known: Name;
  readonly unknown: Name;
}

/** Creates an unknown user for each known one, with the same number of security questions. */
export function pairsOf(instance: Instance, people: readonly Person[]): readonly Pair[] {
  const vault = createIdentityVault(keysOf(instance));
  let unknownUsers = 0;
  const nextGhost = (): string => {
    for (;;) {
      const username = `ghost.${String(unknownUsers).padStart(6, '0')}`;
      unknownUsers += 1;
      const api = dummyQuestions(vault.dummySeed(peopleBank, 'questions', username));
      if (api.length === chosenQuestions.length) return username;
    }
  };
  return people.map((known) => {
    const username = nextGhost();
    return { known, unknown: { username, email: `${username}@example.com` } };
  });
}

/** Sends all requests for the known and the unknown user of each pair, in random order. */
export async function comparePairs(
  api: ApiUnderTest,
  pairs: readonly Pair[],
  seed: number,
): Promise<readonly PairComparison[]> {
  const chance = chanceFrom(seed);
  const flows = flowsOf(api);
  const shown = progress('enumeration, pairs', flows.length);
  const comparisons: PairComparison[] = [];
  for (const flow of flows) {
    comparisons.push(await compareFlow(flow, pairs, chance));
    shown(comparisons.length, flow.name);
  }
  return comparisons;
}

async function compareFlow(flow: Flow, pairs: readonly Pair[], chance: Chance): Promise<PairComparison> {
  const known: number[] = [];
  const unknown: number[] = [];
  const differing: (readonly [string, string])[] = [];
  for (const [index, pair] of pairs.entries()) {
    const texts = new Map<Name, string>();
    const ask = async (name: Name): Promise<void> => {
      const question = await flow.prepare(name);
      const responses = await question();
      if (index >= warmUp) {
        const tookMs = responses.reduce((sum, one) => sum + one.tookMs, 0);
        (name === pair.known ? known : unknown).push(tookMs);
      }
      texts.set(name, responses.map((response) => withoutDrawn(response, name)).join('\n'));
    };
    const order = chance.integer(0, 1) === 0 ? [pair.known, pair.unknown] : [pair.unknown, pair.known];
    for (const name of order) await ask(name);
    const both = [texts.get(pair.known) ?? '', texts.get(pair.unknown) ?? ''] as const;
    if (both[0] !== both[1]) differing.push(both);
  }
  return {
    name: flow.name,
    samples: known.length,
    knownMs: median(known),
    unknownMs: median(unknown),
    // Compares within a pair, because its two requests run under the same load of the machine.
    gapMs: Math.abs(median(known.map((tookMs, index) => tookMs - (unknown[index] ?? tookMs)))),
    chance: sameChance(known, unknown),
    different: differing.length,
    example: differing[0],
  };
}

const triesToTheLock = 7;

/** Tries wrong passwords until the lockout and after it; compares each page for known and unknown users. */
export async function compareLocks(
  api: ApiUnderTest,
  pair: Pair,
): Promise<readonly (readonly [string, string])[]> {
  const pagesOf = async (name: Name, from: number): Promise<readonly string[]> => {
    const pages: string[] = [];
    for (let tried = 0; tried < triesToTheLock; tried += 1) {
      const browser = createPageBrowser({ ...api, address: addressOf(from + tried) });
      await browser.open(accountPath);
      await browser.submit(accountPath, { step: 'identify', username: name.username });
      await browser.open(accountPath);
      const moved = await browser.submit(accountPath, { step: 'password', password: `no ${from} ${tried}` });
      const page = await browser.open(accountPath);
      pages.push([moved, page].map((response) => withoutDrawn(response, name)).join('\n'));
    }
    return pages;
  };
  const known = await pagesOf(pair.known, 8_000_000);
  const unknown = await pagesOf(pair.unknown, 8_001_000);
  return known
    .map((page, index) => [page, unknown[index] ?? ''] as const)
    .filter(([one, other]) => one !== other);
}

/** Headers that differ for every request. */
const headersOfTheMoment = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']);

/** Returns a response without the values that are random per request, and without the username. */
function withoutDrawn({ headers, status, text }: PageResponse, { email, username }: Name): string {
  const isQuestions = text.startsWith('{"questions"');
  const kept = Object.entries(headers)
    .filter(([name]) => !headersOfTheMoment.has(name) && !(isQuestions && name === 'content-length'))
    .map(([name, value]) => `${name}: ${value}`);
  const body = isQuestions ? shapeOfQuestions(text) : text;
  const plain = body
    .replaceAll(username, 'NAME')
    .replaceAll(email, 'EMAIL')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])/g, 'SECRET')
    .replaceAll(/(?<=\/pictures\/01\/)[\w-]{22}/g, 'PICTURE')
    .replaceAll(/<bdi dir="ltr">[0-9a-f]{8}<\/bdi>/g, 'REFERENCE')
    // Both lockouts have the same duration, but start at different times.
    .replaceAll(/<time datetime="[^"]+">[^<]+<\/time>/g, 'TIME');
  return [`${status}`, ...kept.toSorted(), plain].join('\n');
}

/** Returns number and form of the questions; which ones are asked depends on the username. */
function shapeOfQuestions(text: string): string {
  const shapes = listAt(JSON.parse(text), 'questions').map((question) => typeof at(question, 'question-id'));
  return JSON.stringify(shapes);
}

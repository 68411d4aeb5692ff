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
import { type Asked, chosenQuestions, type Flow, flowsOf, type Name } from './enumeration-flows.ts';
import { addressOf } from './enumeration-harness.ts';
import { sameChance, type Timing } from './guesses-timing.ts';

/** Pairs that are asked before anything is measured. */
export const warmUp = 20;

/** How alike somebody and nobody were treated. */
export interface Twins extends Timing {
  /** Pairs whose answers differ in more than what is drawn for each. */
  readonly different: number;
  /** The first of them, side by side. */
  readonly example: readonly [string, string] | undefined;
}

/** Somebody, and nobody whose name is as long. */
export interface Pair {
  readonly known: Name;
  readonly unknown: Name;
}

/** For each of these people somebody who does not exist, and is asked as many questions. */
export function pairsOf(instance: Instance, people: readonly Person[]): readonly Pair[] {
  const vault = createIdentityVault(keysOf(instance));
  let ghosts = 0;
  const nextGhost = (): string => {
    for (;;) {
      const username = `ghost.${String(ghosts).padStart(6, '0')}`;
      ghosts += 1;
      const asked = dummyQuestions(vault.dummySeed(peopleBank, 'questions', username));
      if (asked.length === chosenQuestions.length) return username;
    }
  };
  return people.map((known) => {
    const username = nextGhost();
    return { known, unknown: { username, email: `${username}@example.com` } };
  });
}

/** Asks everything for somebody and for nobody, one after the other, in an order that is drawn for each pair. */
export async function compareTwins(
  asked: Asked,
  pairs: readonly Pair[],
  seed: number,
): Promise<readonly Twins[]> {
  const chance = chanceFrom(seed);
  const flows = flowsOf(asked);
  const shown = progress('enumeration, pairs', flows.length);
  const twins: Twins[] = [];
  for (const flow of flows) {
    twins.push(await compareFlow(flow, pairs, chance));
    shown(twins.length, flow.name);
  }
  return twins;
}

async function compareFlow(flow: Flow, pairs: readonly Pair[], chance: Chance): Promise<Twins> {
  const known: number[] = [];
  const unknown: number[] = [];
  const differing: (readonly [string, string])[] = [];
  for (const [index, pair] of pairs.entries()) {
    const texts = new Map<Name, string>();
    const ask = async (name: Name): Promise<void> => {
      const question = await flow.prepare(name);
      const answers = await question();
      if (index >= warmUp) {
        const tookMs = answers.reduce((sum, one) => sum + one.tookMs, 0);
        (name === pair.known ? known : unknown).push(tookMs);
      }
      texts.set(name, answers.map((answer) => withoutDrawn(answer, name)).join('\n'));
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
    // Of each pair, whose two were asked one right after the other: what the machine does meanwhile falls on both.
    gapMs: Math.abs(median(known.map((tookMs, index) => tookMs - (unknown[index] ?? tookMs)))),
    chance: sameChance(known, unknown),
    different: differing.length,
    example: differing[0],
  };
}

const triesToTheLock = 7;

/** Wrong passwords until the name is locked, and after: each page of somebody beside that of nobody. */
export async function compareLocks(
  asked: Asked,
  pair: Pair,
): Promise<readonly (readonly [string, string])[]> {
  const pagesOf = async (name: Name, from: number): Promise<readonly string[]> => {
    const pages: string[] = [];
    for (let tried = 0; tried < triesToTheLock; tried += 1) {
      const browser = createPageBrowser({ ...asked, address: addressOf(from + tried) });
      await browser.open(accountPath);
      await browser.submit(accountPath, { step: 'identify', username: name.username });
      await browser.open(accountPath);
      const moved = await browser.submit(accountPath, { step: 'password', password: `no ${from} ${tried}` });
      const page = await browser.open(accountPath);
      pages.push([moved, page].map((answer) => withoutDrawn(answer, name)).join('\n'));
    }
    return pages;
  };
  const known = await pagesOf(pair.known, 8_000_000);
  const unknown = await pagesOf(pair.unknown, 8_001_000);
  return known
    .map((page, index) => [page, unknown[index] ?? ''] as const)
    .filter(([one, other]) => one !== other);
}

/** Told of every request, or of the moment, and of nothing else. */
const headersOfTheMoment = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']);

/** What is left of an answer without what is drawn for each request, and without the name itself. */
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
    // Until when: both are locked for as long, but not at the same moment.
    .replaceAll(/<time datetime="[^"]+">[^<]+<\/time>/g, 'TIME');
  return [`${status}`, ...kept.toSorted(), plain].join('\n');
}

/** Which questions are asked is drawn by the name; how many and in what form is not. */
function shapeOfQuestions(text: string): string {
  const shapes = listAt(JSON.parse(text), 'questions').map((question) => typeof at(question, 'question-id'));
  return JSON.stringify(shapes);
}

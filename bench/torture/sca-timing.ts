import { setTimeout as wait } from 'node:timers/promises';
import { pathOf, type ScaTestApp } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import type { TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { rankChance } from '../harness/rank-test.ts';
import { type Figure, table } from '../harness/report.ts';
import { createSigners, type Signer } from './sca-approvals.ts';

const warmUp = 20;
const chanceMin = 1e-3;
/** A busy machine disturbs a measurement; a missing comparison shows with a far smaller probability than this. */
const chanceGuard = 1e-6;
const gapMaxMs = 2;
/** Delay of the control: a measurement that does not find it would find no leak either. */
const controlDelayMs = 4;
/** Pairs between two steps of the clock: the product limits the wrong passwords of a third party. */
const pairsPerStep = 20;

/** Response times for known and unknown customers, in pairs. */
interface Samples {
  readonly name: string;
  readonly known: number[];
  readonly unknown: number[];
}

/**
 * Compares the response times for known and unknown customers: the start of an authorisation with `PSU-ID`, and a wrong
 * password. Both of a pair run one after the other in random order, so that the load of the machine is the same.
 */
export async function measureUnknownCustomers(
  app: ScaTestApp,
  pairs: number,
  seed: number,
): Promise<readonly Figure[]> {
  app.choose({ approaches: ['EMBEDDED'] });
  const chance = chanceFrom(seed);
  const starts: Samples = { name: 'start with PSU-ID', known: [], unknown: [] };
  const passwords: Samples = { name: 'wrong password', known: [], unknown: [] };
  const signers = await createSigners(app, pairs + warmUp);
  for (const [index, signer] of signers.entries()) {
    await measurePair(app, signer, { chance, starts, passwords });
    if (index % pairsPerStep === pairsPerStep - 1) app.identity.clock.advance({ hours: 24 });
  }
  const control = await measureControl(app, signers.slice(0, controlPairs), chance);
  return [...show([starts, passwords].map(afterWarmUp)), controlFigure(control)];
}

async function measurePair(
  app: ScaTestApp,
  signer: Signer,
  { chance, passwords, starts }: { chance: Chance; starts: Samples; passwords: Samples },
): Promise<void> {
  const isKnownFirst = chance.integer(0, 1) === 0;
  const order = isKnownFirst ? ([true, false] as const) : ([false, true] as const);
  const open: { readonly path: string; readonly isKnown: boolean }[] = [];
  for (const isKnown of order) {
    const subject = await app.payment(signer.customerNumber);
    const name = isKnown ? signer.username : unknownLike(signer.username);
    const request = { method: 'POST', path: pathOf(subject), headers: { 'psu-id': name } } as const;
    const { response, tookMs } = await timed(() => app.send(request));
    (isKnown ? starts.known : starts.unknown).push(tookMs);
    const path = `${pathOf(subject)}/${String(at(response.body, 'authorisationId'))}`;
    open.push({ path, isKnown });
  }
  for (const { isKnown, path } of open) {
    const body = { psuData: { password: 'a wrong password of the same length' } };
    const { response, tookMs } = await timed(() => app.send({ method: 'PUT', path, body }));
    if (response.status !== 401) throw new Error(`a wrong password: ${response.text}`);
    (isKnown ? passwords.known : passwords.unknown).push(tookMs);
  }
}

/** Returns a name of the same length that no user has. */
function unknownLike(username: string): string {
  return `z${username.slice(1)}`;
}

async function timed(
  send: () => Promise<TestServerResponse>,
): Promise<{ readonly response: TestServerResponse; readonly tookMs: number }> {
  const begun = performance.now();
  const response = await send();
  return { response, tookMs: performance.now() - begun };
}

const controlPairs = 100;

/** Measures reads of one authorisation, every other of which is delayed. */
async function measureControl(app: ScaTestApp, signers: readonly Signer[], chance: Chance): Promise<Samples> {
  const samples: Samples = { name: `control, ${controlDelayMs} ms slower`, known: [], unknown: [] };
  const subject = await app.payment(signers[0]?.customerNumber ?? '');
  const read = { method: 'GET', path: pathOf(subject) } as const;
  for (let pair = 0; pair < controlPairs; pair += 1) {
    const isKnownFirst = chance.integer(0, 1) === 0;
    for (const isKnown of isKnownFirst ? [true, false] : [false, true]) {
      const { tookMs } = await timed(async () => {
        const response = await app.send(read);
        if (!isKnown) await wait(controlDelayMs);
        return response;
      });
      (isKnown ? samples.known : samples.unknown).push(tookMs);
    }
  }
  return samples;
}

function afterWarmUp({ known, name, unknown }: Samples): Samples {
  return { name, known: known.slice(warmUp), unknown: unknown.slice(warmUp) };
}

interface Verdict {
  readonly gapMs: number;
  readonly chance: number;
}

function verdictOf({ known, unknown }: Samples): Verdict {
  return { gapMs: Math.abs(median(known) - median(unknown)), chance: rankChance(known, unknown) };
}

function show(all: readonly Samples[]): readonly Figure[] {
  console.log(
    table(
      ['request', 'pairs', 'known, ms', 'unknown, ms', 'chance of the same'],
      all.map((samples) => [
        samples.name,
        samples.known.length,
        median(samples.known).toFixed(3),
        median(samples.unknown).toFixed(3),
        verdictOf(samples).chance.toExponential(1),
      ]),
    ),
  );
  return all.map((samples) => {
    const { chance, gapMs } = verdictOf(samples);
    return {
      name: `${samples.name}, gap between known and unknown customers`,
      figure: `${gapMs.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
      goal: `under ${gapMaxMs} ms, chance over ${chanceMin}`,
      isReached: gapMs < gapMaxMs && chance > chanceMin,
      holdsGuard: chance > chanceGuard,
    };
  });
}

function controlFigure(control: Samples): Figure {
  const { chance, gapMs } = verdictOf(control);
  return {
    name: `${control.name}: is found`,
    figure: `${gapMs.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
    goal: `over ${gapMaxMs} ms, chance under ${chanceMin}`,
    isReached: gapMs > gapMaxMs && chance < chanceMin,
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../harness/http-load.ts';
import { dayMix, type Flow, type FlowDeps } from './flows.ts';
import { createRecorder, FlowEnded, type Recorder } from './recorder.ts';

/** Names of kinds that wait for a message on purpose; they say nothing about how fast requests are answered. */
export const arrivalKind = 'code by SMS, until it arrives';

const flowsMax = 400;

/** Runs the day's mix at a rate: events are due at fixed times, whatever became of earlier ones. */
export async function runMix(
  deps: FlowDeps,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Recorder> {
  const recorder = createRecorder();
  const order = mixOrder();
  const underWay = new Set<Promise<void>>();
  const total = Math.max(1, Math.round(perSecond * seconds));
  for (let sent = 0; sent < total; sent += 1) {
    const dueAt = recorder.startedAt + (sent / perSecond) * 1_000;
    const early = dueAt - performance.now();
    if (early > 0) await wait(early);
    while (underWay.size >= flowsMax) await Promise.race(underWay);
    const event = order[sent % order.length];
    if (event === undefined) throw new Error('the mix is empty');
    const run = runFlow(deps, recorder, { ...event, dueAt }).finally(() => underWay.delete(run));
    underWay.add(run);
  }
  await Promise.all(underWay);
  return recorder;
}

/** Runs one kind of event a number of times, a few at once. */
export async function runEvents(
  deps: FlowDeps,
  event: { readonly name: string; readonly flow: Flow },
  { atOnce, count }: { readonly count: number; readonly atOnce: number },
): Promise<Recorder> {
  const recorder = createRecorder();
  let begun = 0;
  const drive = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await runFlow(deps, recorder, { ...event, dueAt: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, drive));
  return recorder;
}

async function runFlow(
  deps: FlowDeps,
  recorder: Recorder,
  { dueAt, flow, name }: { readonly name: string; readonly flow: Flow; readonly dueAt: number },
): Promise<void> {
  try {
    await flow(deps, recorder, dueAt);
    recorder.events.set(name, (recorder.events.get(name) ?? 0) + 1);
  } catch (error) {
    // The recorder has counted it; the others go on.
    if (!(error instanceof FlowEnded)) throw error;
  }
}

/** A hundred events in the shares of the mix, each kind spread evenly over them. */
function mixOrder(): readonly { readonly name: string; readonly flow: Flow }[] {
  return dayMix
    .flatMap(({ flow, name, percent }) =>
      Array.from({ length: percent }, (_, nth) => ({ name, flow, at: (nth + 0.5) / percent })),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** One step of the ramp. */
export interface RampStep {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly failures: number;
  readonly isHeld: boolean;
}

const firstRate = 2;
const rateFactor = 1.5;
const stepsMax = 16;
const heldP95Ms = 1_000;
/** A step whose last event ends so much after its end has fallen behind. */
const lateShare = 1.3;

/**
 * Raises the rate until it is not held: no failure, p95 of the requests within a second, nothing piles up. A rate is
 * tried a second time, because a checkpoint or another program may disturb one step.
 */
export async function findRate(deps: FlowDeps, seconds: number): Promise<readonly RampStep[]> {
  const steps: RampStep[] = [];
  let perSecond = firstRate;
  while (steps.length < stepsMax) {
    const step = await rampStep(deps, { perSecond, seconds });
    const isSecondTry = steps.at(-1)?.perSecond === perSecond;
    steps.push(step);
    if (!step.isHeld && isSecondTry) break;
    if (step.isHeld) perSecond *= rateFactor;
  }
  return steps;
}

async function rampStep(
  deps: FlowDeps,
  load: { readonly perSecond: number; readonly seconds: number },
): Promise<RampStep> {
  const { perSecond, seconds } = load;
  const { failures, samples, startedAt } = await runMix(deps, load);
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  const p95Ms = percentile(
    samples.filter(({ kind }) => kind !== arrivalKind).map(({ latencyMs }) => latencyMs),
    0.95,
  );
  const isHeld = failures.length === 0 && p95Ms <= heldP95Ms && tookSeconds <= seconds * lateShare + 2;
  const [failure] = failures;
  console.error(
    `ramp: ${perSecond.toFixed(1)} events per second, p95 ${p95Ms.toFixed(0)} ms, ${failures.length} failures${isHeld ? '' : ', not held'}${failure === undefined ? '' : `; ${failure.kind}: ${failure.reason}`}`,
  );
  return { perSecond, p95Ms, failures: failures.length, isHeld };
}

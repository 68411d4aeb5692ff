import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { type ConsentHarness, createConsentHarness } from './lifecycles-consent-harness.ts';
import { type CustomerHappening, changeCustomer, customerHappenings } from './lifecycles-happenings.ts';

/** A suspended user keeps what was shared. */
const happenings = customerHappenings.filter((one) => one !== 'suspended');

/** Whether the customer has approved it when it happens. */
const stages = ['asked', 'given'] as const;
type ConsentStage = (typeof stages)[number];

/** How often each stage meets each happening. */
const rounds: Readonly<Record<Scale, number>> = { ci: 1, night: 10, full: 40 };

/** Result of the consents. */
export interface ConsentTally {
  readonly lives: number;
  /** Consents under which the third party still reads. */
  readonly open: number;
  readonly errors: readonly string[];
}

const frequency = 4;
/** Accesses that are counted before it happens. */
const readsBefore = 2;

/**
 * Consents whose customers are merged, die or are erased, whose users are closed, or whose proxies lose their mandate,
 * before and after the approval. The third party reads nothing for a customer who shares nothing any more; after a merge
 * it goes on reading, and its accesses of the day stay counted.
 */
export async function leadConsents(scale: Scale, chance: Chance): Promise<ConsentTally> {
  await using harness = await createConsentHarness();
  const errors: string[] = [];
  let [lives, open] = [0, 0];
  for (const life of livesOf(rounds[scale], chance)) {
    const outcome = await runLife(harness, life);
    lives += 1;
    if (outcome.reads > 0) open += 1;
    const error = errorOf(life, outcome);
    const name = `${life.stage} ${life.happening}${life.isLate ? ' late' : ''}`;
    if (error !== undefined) errors.push(`consent, ${name}: ${error}`);
  }
  return { lives, open, errors };
}

function livesOf(count: number, chance: Chance): readonly ConsentLife[] {
  const all = stages.flatMap((stage) => happenings.map((happening) => ({ stage, happening })));
  return Array.from({ length: count }, () => all)
    .flat()
    .map((one) => ({ ...one, isLate: chance.integer(0, 1) === 0 }));
}

interface ConsentLife {
  readonly stage: ConsentStage;
  readonly happening: CustomerHappening;
  /** An approval comes before the events are processed. */
  readonly isLate: boolean;
}

interface ConsentOutcome {
  /** Reads without the customer that were answered afterwards. */
  readonly reads: number;
  readonly status: string;
}

async function runLife(
  harness: ConsentHarness,
  { happening, isLate, stage }: ConsentLife,
): Promise<ConsentOutcome> {
  const { app, inbox, read, survivor } = harness;
  const { approver, holder, path } = await harness.prepare(happening === 'mandate-ended');
  if (stage === 'given') {
    const approved = await app.approve(path, approver);
    if (approved !== 'finalised') throw new Error(`not approved: ${approved}`);
    for (let count = 0; count < readsBefore; count += 1) await read(path);
  }
  await changeCustomer(app, happening, { ...holder, approver, survivor });
  if (!isLate) await inbox.drain();
  // Whether it is refused is not the question here: what can be read is.
  if (stage === 'asked') await app.approve(path, approver);
  await inbox.drain();
  let reads = 0;
  while (reads <= frequency && (await read(path)) === 200) reads += 1;
  return { reads, status: String(await app.statusOf(path)) };
}

/** What must be left of it. A report of a relative alone takes nothing from a customer who may be alive. */
function errorOf(
  { happening, stage }: Pick<ConsentLife, 'happening' | 'stage'>,
  { reads, status }: ConsentOutcome,
): string | undefined {
  const isKept = happening === 'merged' || happening === 'reported';
  // A consent by mandate stays as it is; the mandate is looked up with every read.
  const isOver = status !== 'valid' || happening === 'mandate-ended';
  if (!isKept && (reads > 0 || !isOver)) return `${reads} reads, ${status}`;
  if (isKept && stage === 'given' && (reads !== frequency - readsBefore || status !== 'valid'))
    return `${reads} reads instead of ${frequency - readsBefore}, ${status}`;
  return undefined;
}

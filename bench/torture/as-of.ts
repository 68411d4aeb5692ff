import { Temporal } from 'temporal-polyfill';
import type { PartyView } from '../../server/src/capabilities/party/domain/party.ts';
import { applyCorrections } from '../../server/src/capabilities/party/operations/individuals/apply-corrections.ts';
import { changeSurname } from '../../server/src/capabilities/party/operations/individuals/change-surname.ts';
import { modifyEmployment } from '../../server/src/capabilities/party/operations/individuals/modify-employment.ts';
import { applyDueChanges } from '../../server/src/capabilities/party/operations/lifecycle/apply-due-changes.ts';
import { getPartyAsOf } from '../../server/src/capabilities/party/operations/reading/get-party-as-of.ts';
import { registerIndividual } from '../../server/src/capabilities/party/operations/registration/register-individual.ts';
import { modifyServicingInfo } from '../../server/src/capabilities/party/operations/servicing/modify-servicing-info.ts';
import type { PartyPorts } from '../../server/src/capabilities/party/ports/party-ports.ts';
import { testPartyPorts } from '../../server/src/capabilities/party/testing/party-test-app.suite.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { type FakeClock, fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { commandContext } from '../harness/command-context.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type AsOfModel, createAsOfModel } from './as-of-model.ts';

const sizes: Readonly<Record<Scale, { readonly parties: number; readonly questions: number }>> = {
  ci: { parties: 12, questions: 2_000 },
  night: { parties: 60, questions: 10_000 },
  full: { parties: 600, questions: 100_000 },
};
const changesPerParty = 40;
const bankId = '01';
const firstDay = Temporal.PlainDate.from('2025-01-01');
const calendarDays = 900;
/** Day of the registrations; nothing is known before it. */
const startDay = 300;
const facts = ['name', 'person', 'employment', 'servicing'] as const;

type Deps = Context & PartyPorts;

interface RunContext {
  readonly ctx: Deps;
  readonly clock: FakeClock;
  readonly random: Chance;
}

/** A party and its model. */
interface Subject {
  readonly partyNumber: string;
  readonly model: AsOfModel;
  /** Times of the changes. */
  readonly moments: number[];
}

/**
 * Changes and corrects parties at random, for past, current and future days, while the clock advances. Then compares
 * random as-of views with a model that stored a copy of all data after every change.
 */
export async function tortureAsOf({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { parties, questions } = sizes[scale];
  await using database = await createTestDatabase({ isDurable: true, poolSize: 4 });
  const clock = fakeClock(instantOf(startDay, 8).toString());
  const ctx = {
    ...commandContext({ database: database.app, bankId, clock, operationId: 'as-of' }),
    ...testPartyPorts(),
  };
  const context = { ctx, clock, random: chanceFrom(seed) };
  const subjects: Subject[] = [];
  for (let index = 0; index < parties; index += 1) subjects.push(await register(context, index));
  await live(context, subjects);
  const wrong = await ask(context, subjects, questions);
  await database.app.close();
  console.log(
    table(
      ['parties', 'changes', 'questions', 'different from the model'],
      [[parties, subjects.reduce((sum, { moments }) => sum + moments.length, 0), questions, wrong]],
    ),
  );
  return [
    {
      name: 'as-of views that are wrong',
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0,
    },
  ];
}

async function register({ clock, ctx }: RunContext, index: number): Promise<Subject> {
  const name = { kind: 'individual', givenName: 'Ada', surname: `Anfang${index}` } as const;
  const { partyNumber } = await registerIndividual(ctx, { profile: 'contact', name, contacts: [] });
  const model = createAsOfModel(calendarDays);
  model.change('name', { day: dayOf(clock), today: dayOf(clock) }, name);
  model.remember(clock.now().epochMilliseconds);
  return { partyNumber, model, moments: [clock.now().epochMilliseconds] };
}

/** Advances the clock and changes parties. */
async function live(context: RunContext, subjects: readonly Subject[]): Promise<void> {
  const steps = subjects.length * changesPerParty;
  const show = progress('as-of', steps);
  for (let step = 1; step <= steps; step += 1) {
    const subject = context.random.oneOf(subjects);
    context.clock.advance({ minutes: context.random.integer(1, Math.floor((300 * 1_440) / steps) * 2 + 2) });
    // A job that runs every few minutes applies scheduled changes.
    await applyDueChanges(context.ctx);
    await context.random.oneOf([marry, correct, work, serve])(context, subject);
    show(step);
  }
}

type Change = (context: RunContext, subject: Subject) => Promise<void>;

const names = ['Berg', 'Tal', 'See', 'Wald', 'Feld', 'Bach', 'Stein', 'Moor'];

/** Changes the surname, possibly from a past day. */
const marry: Change = async (context, subject) => {
  const { clock, ctx, random } = context;
  const today = dayOf(clock);
  const current = record(subject.model.valueOn('name', today));
  const surname = random.oneOf(names);
  const day = Math.max(startDay - 20, today - random.integer(0, 60));
  if (current['surname'] === surname) return;
  await tried(() =>
    changeSurname(ctx, {
      target: { partyNumber: subject.partyNumber },
      change: { surname, reason: 'other', effectiveDate: dayText(day) },
    }),
  );
  entered(context, subject, () => subject.model.change('name', { day, today }, { ...current, surname }));
};

/** Corrects a value that was never true. */
const correct: Change = async (context, subject) => {
  const { clock, ctx, random } = context;
  const today = dayOf(clock);
  const givenName = random.oneOf(['Ada', 'Eda', 'Ida', 'Oda']);
  const maritalStatus = random.oneOf(['single', 'married', 'divorced'] as const);
  const name = record(subject.model.valueOn('name', today));
  const person = record(subject.model.valueOn('person', today));
  await applyCorrections(ctx, {
    target: { partyNumber: subject.partyNumber },
    corrections: { givenName, maritalStatus, reason: 'typing-error' },
    payload: '{}',
  });
  entered(context, subject, () => {
    if (name['givenName'] !== givenName) subject.model.correct('name', today, { ...name, givenName });
    if (person['maritalStatus'] !== maritalStatus)
      subject.model.correct('person', today, { ...person, maritalStatus });
  });
};

const work: Change = async (context, subject) => {
  const { clock, ctx, random } = context;
  const today = dayOf(clock);
  const jobTitle = random.oneOf(['Baker', 'Miller', 'Smith']);
  const current = record(subject.model.valueOn('employment', today));
  await modifyEmployment(ctx, { target: { partyNumber: subject.partyNumber }, change: { jobTitle } });
  entered(context, subject, () => {
    if (current['jobTitle'] !== jobTitle)
      subject.model.change('employment', { day: today, today }, { ...current, jobTitle });
  });
};

/** Changes the servicing data from today or a future day. */
const serve: Change = async (context, subject) => {
  const { clock, ctx, random } = context;
  const today = dayOf(clock);
  const day = today + random.integer(0, 40);
  const serviceChannel = random.oneOf(['branch', 'phone', 'app']);
  const current = record(subject.model.valueOn('servicing', today));
  const after = { ...current, serviceChannel, since: dayText(day) };
  await modifyServicingInfo(ctx, {
    target: { partyNumber: subject.partyNumber },
    change: { serviceChannel, effectiveDate: dayText(day) },
  });
  entered(context, subject, () => {
    if (JSON.stringify(sorted(current)) !== JSON.stringify(sorted(after)))
      subject.model.change('servicing', { day, today }, after);
  });
};

function entered({ clock }: RunContext, subject: Subject, enter: () => void): void {
  enter();
  const atMs = clock.now().epochMilliseconds;
  subject.model.remember(atMs);
  subject.moments.push(atMs);
}

/** Runs a change; only the refusal of a surname that the party already has is allowed. */
async function tried(action: () => Promise<void>): Promise<void> {
  await action().catch((error: unknown) => {
    if (!(error instanceof Problem && error.literal === 'surname-unchanged')) throw error;
  });
}

async function ask(
  { ctx, random }: RunContext,
  subjects: readonly Subject[],
  questions: number,
): Promise<number> {
  let wrong = 0;
  for (let question = 0; question < questions; question += 1) {
    const { model, moments, partyNumber } = random.oneOf(subjects);
    const knownAtMs = random.oneOf(moments) + random.integer(-2, 90_000);
    const day = random.integer(startDay - 30, calendarDays - 1);
    const view = await getPartyAsOf(ctx, {
      partyNumber,
      knownAt: Temporal.Instant.fromEpochMilliseconds(knownAtMs),
      trueOn: dayText(day),
    }).catch(ifUnknown);
    // A name can apply before the day on which the party was registered; the party itself cannot.
    const expected = (fact: string): unknown =>
      day < startDay ? undefined : model.response(fact, knownAtMs, day);
    if (!isAsExpected(view, expected)) wrong += 1;
  }
  return wrong;
}

/** Returns undefined when the party was not known at that time, which is a valid result. */
function ifUnknown(error: unknown): undefined {
  if (error instanceof Problem && error.literal === 'not-found') return undefined;
  throw error;
}

function isAsExpected(view: PartyView | undefined, expected: (fact: string) => unknown): boolean {
  // Without a name the view contains nothing else.
  if (expected('name') === undefined) return view === undefined;
  if (view === undefined) return false;
  return facts.every(
    (fact) => JSON.stringify(sorted(view.personal[fact])) === JSON.stringify(sorted(expected(fact))),
  );
}

function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
    : value;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function instantOf(day: number, hour: number): Temporal.Instant {
  return firstDay.add({ days: day }).toZonedDateTime({ timeZone: 'UTC', plainTime: { hour } }).toInstant();
}

/** Returns the current day in the time zone of the bank. */
function dayOf(clock: FakeClock): number {
  return firstDay.until(clock.today('Europe/Berlin'), { largestUnit: 'days' }).days;
}

function dayText(day: number): string {
  return firstDay.add({ days: day }).toString();
}

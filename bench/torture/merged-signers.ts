import { changeUserState } from '../../server/src/capabilities/identity/index.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
} from '../../server/src/capabilities/identity/testing/party-test-server.suite.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { grantMandate } from '../../server/src/capabilities/party/index.ts';
import { enteredMandates } from '../../server/src/capabilities/sca/testing/test-mandates.suite.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import {
  type MergedResource,
  openResources,
  required,
  sign,
  stateOf,
  use,
} from './merged-signers-collections.ts';

const histories: Readonly<Record<Scale, number>> = { ci: 8, night: 100, full: 500 };
const lengths = { min: 8, max: 14 } as const;
const peopleCount = 4;
const historiesAtOnce = 4;

/** Result of the histories. */
interface MergedSignersTally {
  histories: number;
  merges: number;
  accepted: number;
  /** Signatures that were refused because the person had signed, with whichever user. */
  refused: number;
  /** Merges of two people who had both signed the same resource. */
  collapsed: number;
  used: number;
  readonly errors: string[];
}

/** A person with a user and a mandate of the owner. */
interface Person {
  readonly userId: string;
  readonly customerNumber: string;
  mergedInto: Person | undefined;
  isClosed: boolean;
}

interface Harness {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  /** Has all events processed; the histories share the inbox, so one after the other. */
  readonly deliver: () => Promise<void>;
}

interface History {
  readonly harness: Harness;
  readonly chance: Chance;
  readonly people: readonly Person[];
  readonly resources: readonly MergedResource[];
  readonly tally: MergedSignersTally;
  readonly name: string;
}

/**
 * Duplicates of one person, each with a user and a mandate, sign payments of another customer that two people have to
 * sign, are merged before, between and during the signatures, and lose users. Nobody signs twice, whichever user it is;
 * two signatures from before a merge are one after it; the initiator signs with no user; and no payment is used with
 * fewer people than its rule requires.
 */
export async function leadMergedSigners(scale: Scale, seed: number): Promise<MergedSignersTally> {
  const identity = await createIdentityTestApp({ poolSize: 16, mandates: enteredMandates });
  await using parties = await createPartyTestServer(identity);
  await recoverySteps(identity);
  const harness = { identity, parties, deliver: oneAtATime(createInbox(identity)) };
  const tally = { histories: 0, merges: 0, accepted: 0, refused: 0, collapsed: 0, used: 0, errors: [] };
  const total = histories[scale];
  const show = progress('merged signers', total);
  for (let first = 0; first < total; first += historiesAtOnce) {
    const numbers = Array.from(
      { length: Math.min(historiesAtOnce, total - first) },
      (_, index) => first + index,
    );
    const led = await prepare(harness, tally, { numbers, seed });
    await Promise.all(led.map(leadHistory));
    await harness.deliver();
    tally.histories += led.length;
    show(tally.histories);
  }
  await identity[Symbol.asyncDispose]();
  return tally;
}

function oneAtATime(inbox: Inbox): () => Promise<void> {
  let last = Promise.resolve();
  const deliver = async (): Promise<void> => {
    await inbox.collect();
    await inbox.drain();
  };
  return () => {
    last = last.then(deliver);
    return last;
  };
}

/** Registers the people of several histories, and lets them become old enough to sign. */
async function prepare(
  harness: Harness,
  tally: MergedSignersTally,
  { numbers, seed }: { readonly numbers: readonly number[]; readonly seed: number },
): Promise<readonly History[]> {
  const { identity } = harness;
  const registered = [];
  for (const number of numbers) registered.push({ number, ...(await register(harness)) });
  // New users may not sign.
  identity.clock.advance({ hours: 72 });
  const prepared = [];
  for (const { number, owner, people } of registered) {
    const chance = chanceFrom(seed + number);
    const initiator = chance.integer(1, 2) === 1 ? people[0]?.userId : undefined;
    const resources = await openResources(identity, { owner, initiator });
    prepared.push({ harness, chance, people, resources, tally, name: `seed ${seed + number}` });
  }
  return prepared;
}

/** Registers an owner, and people with a mandate. */
async function register({
  identity,
  parties,
}: Harness): Promise<{ readonly owner: string; readonly people: readonly Person[] }> {
  const owner = (await parties.person()).customerNumber;
  const people: Person[] = [];
  for (let index = 0; index < peopleCount; index += 1) {
    const { customerNumber, userId } = await parties.customer();
    await grantMandate(
      { ...identity.context(), ...identity.ports.authorization.correspondence.party },
      { principal: owner, proxy: customerNumber, terms: {}, employeeId: 'e-1', reason: 'letter' },
    );
    people.push({ customerNumber, userId, mergedInto: undefined, isClosed: false });
  }
  return { owner, people };
}

async function leadHistory(history: History): Promise<void> {
  const { chance } = history;
  const length = chance.integer(lengths.min, lengths.max);
  for (let step = 0; step < length; step += 1) {
    history.harness.identity.clock.advance({ seconds: 1 });
    const draw = chance.integer(1, 20);
    if (draw <= 9) await signTogether(history, 'signatures only');
    else if (draw <= 12) await mergeTwo(history);
    else if (draw <= 14) await signTogether(history, 'during a merge');
    else if (draw <= 15) await close(history);
    else if (draw <= 17) await history.harness.deliver();
    else await useOne(history);
    await verify(history);
  }
}

function survivorOf(person: Person): Person {
  return person.mergedInto === undefined ? person : survivorOf(person.mergedInto);
}

function partyOf({ people }: History, userId: string): string {
  const person = people.find((one) => one.userId === userId);
  return person === undefined ? userId : survivorOf(person).customerNumber;
}

/** Returns the parties whose signatures may count: of users that are not closed, and not of the initiator. */
async function partiesIn(history: History, resource: MergedResource): Promise<ReadonlySet<string>> {
  const { signers } = await stateOf(history.harness.identity, resource);
  const closed = new Set(history.people.filter(({ isClosed }) => isClosed).map(({ userId }) => userId));
  const parties = signers.filter((userId) => !closed.has(userId)).map((userId) => partyOf(history, userId));
  const { initiator } = resource;
  const barred = initiator === undefined ? undefined : partyOf(history, initiator);
  return new Set(parties.filter((party) => party !== barred));
}

async function signTogether(history: History, when: 'signatures only' | 'during a merge'): Promise<void> {
  const { chance, harness, people, tally } = history;
  const resource = chance.oneOf(history.resources);
  const before = await partiesIn(history, resource);
  const users = Array.from({ length: chance.integer(1, 4) }, () => chance.oneOf(people).userId);
  const signing = users.map((userId) => sign(harness.identity, resource, userId));
  const [outcomes] = await Promise.all([
    Promise.all(signing),
    when === 'during a merge' ? mergeTwo(history) : undefined,
  ]);
  tally.accepted += outcomes.filter((outcome) => outcome === 'signature-accepted').length;
  tally.refused += outcomes.filter((outcome) => outcome === 'user-already-signed').length;
  if (when === 'during a merge') return;
  const accepted = users.filter((_, index) => outcomes[index] === 'signature-accepted');
  const parties = accepted.map((userId) => partyOf(history, userId));
  const barred = resource.initiator === undefined ? undefined : partyOf(history, resource.initiator);
  if (new Set(parties).size < parties.length || parties.some((party) => before.has(party)))
    report(history, 'a person signed twice');
  if (parties.some((party) => party === barred)) report(history, 'the initiator signed');
}

async function mergeTwo(history: History): Promise<void> {
  const { chance, harness, people, resources, tally } = history;
  const live = people.filter(({ mergedInto }) => mergedInto === undefined);
  if (live.length < 2) return;
  const person = chance.oneOf(live);
  const into = chance.oneOf(live.filter((one) => one !== person));
  const [mine, theirs] = [person.customerNumber, into.customerNumber];
  const signed = await Promise.all(resources.map((resource) => partiesIn(history, resource)));
  tally.collapsed += signed.filter((parties) => parties.has(mine) && parties.has(theirs)).length;
  await harness.parties.merge(mine, theirs);
  person.mergedInto = into;
  tally.merges += 1;
}

async function close({ chance, harness: { identity }, people }: History): Promise<void> {
  const open = people.filter(({ isClosed }) => !isClosed);
  // Enough people are left to sign.
  if (open.length < peopleCount) return;
  const person = chance.oneOf(open);
  await changeUserState(identity.context(), { userId: person.userId, to: 'closed', reason: 'customer' });
  person.isClosed = true;
}

async function useOne(history: History): Promise<void> {
  const { chance, harness, tally } = history;
  const resource = chance.oneOf(history.resources);
  const parties = await partiesIn(history, resource);
  if ((await use(harness.identity, resource)) !== 'closed') return;
  tally.used += 1;
  if (parties.size < required) report(history, 'used with too few people');
}

/** Compares what counts with the number of different people; a used resource does not change any more. */
async function verify(history: History): Promise<void> {
  for (const resource of history.resources) {
    const { counted, state } = await stateOf(history.harness.identity, resource);
    const { size } = await partiesIn(history, resource);
    if (state !== 'used' && counted !== Math.min(size, required))
      report(history, `${counted} signatures count of ${size} people`);
  }
}

function report({ name, tally }: History, error: string): void {
  tally.errors.push(`${name}: ${error}`);
}

export function mergedSignersFigures(tally: MergedSignersTally): readonly Figure[] {
  const { accepted, collapsed, errors, histories: led, merges, refused, used } = tally;
  // A few histories may well have none of what is rare.
  const expected = [merges, accepted, refused, ...(led < 100 ? [] : [collapsed, used])];
  return [
    {
      name: `people who signed twice, counted twice or released too early, in ${led} histories of merged duplicates`,
      figure: String(errors.length),
      goal: '0',
      isReached: errors.length === 0,
    },
    {
      name: 'merges; signatures accepted; refused as second ones; merges of two people who had both signed; payments used',
      figure: [merges, accepted, refused, collapsed, used].join('; '),
      goal: led < 100 ? 'the first three more than 0' : 'each more than 0',
      isReached: expected.every((count) => count > 0),
    },
  ];
}

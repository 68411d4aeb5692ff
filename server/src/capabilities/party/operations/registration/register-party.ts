import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { NewEvent } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Registration } from '../../domain/changes.ts';
import type { ScreeningOutcome } from '../../domain/customer-status.ts';
import type { PartyFacts } from '../../domain/fact-map.ts';
import type { ContactPoint, Identification } from '../../domain/facts.ts';
import { idNumberKey } from '../../domain/id-number.ts';
import type { Party, PartyHead } from '../../domain/party.ts';
import { identificationOf, registeredFacts } from '../../domain/registration.ts';
import type { ScreenedFacts } from '../../domain/screening.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { evaluateDuplicates, findDuplicates, lockNamesake } from '../../steps/duplicates.ts';
import {
  checkContent,
  checkDocument,
  checkIdentification,
  checkServicing,
  refuseValue,
} from '../../steps/field-checks.ts';
import { type LoadedParty, loadParty } from '../../steps/load-party.ts';
import { newPartyNumber } from '../../steps/new-party-number.ts';
import { writeOwners, writeRepresentatives } from '../../steps/relationships.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { type NewParty, saveParty } from '../../steps/save-party.ts';
import { sealScreenedFacts } from '../../steps/screening.ts';
import { upsertServiceOutcome } from '../../store/screenings.store.ts';

/** Registers a party, or upgrades a known one to a higher profile. Screens customers before it locks or writes anything. */
export async function registerParty(
  ctx: Context & PartyPorts,
  registration: Registration,
): Promise<{ readonly partyNumber: string }> {
  const { bankId, bankFacts, screening } = ctx;
  const { country } = bankFacts.of(bankId);
  checkDays(ctx, registration);
  checkIdentification(registration.identification, { bankCountry: country, kind: registration.name.kind });
  const screened: ScreenedFacts = {
    name: registration.name,
    birthDate: registration.birth?.date,
    country: registration.residence?.countryOfResidence,
  };
  // Contacts and prospects are screened when they become customers: until then nothing depends on it.
  const outcome =
    registration.profile === 'customer' ? await screening.screen({ bankId, ...screened }) : 'open';
  return runCommand(ctx, async (work) => {
    const before =
      registration.partyNumber === undefined
        ? await newParty(ctx, registration)
        : await loadParty(ctx, work, { partyNumber: registration.partyNumber });
    const facts = await decide(ctx, work, { before, registration, outcome });
    const after = saveParty(ctx, work, { before, decision: { facts, events: eventsOf(before, facts) } });
    const { partyNumber } = after;
    // Without an outcome the screening is open, and staff decide.
    if (registration.profile === 'customer' && outcome !== 'open') {
      const sealedFacts = sealScreenedFacts(before.seal, screened);
      upsertServiceOutcome(work, { bankId, partyNumber, outcome, sealedFacts, now: ctx.clock.now() });
    }
    if (registration.ownership !== undefined) {
      const { today: effective } = ruleContextOf(ctx, partyNumber);
      await writeOwners(ctx, work, {
        partyNumber,
        owners: registration.ownership.owners,
        effective,
        path: ['ownership'],
      });
    }
    await writeRepresentatives(ctx, work, {
      partyNumber,
      representatives: registration.representatives ?? [],
    });
    return { partyNumber };
  });
}

interface RegistrationInput {
  readonly before: LoadedParty | NewParty;
  readonly registration: Registration;
  readonly outcome: ScreeningOutcome;
}

async function decide(
  ctx: Context & PartyPorts,
  work: Work,
  { before, outcome, registration }: RegistrationInput,
): Promise<PartyFacts> {
  const { bankId, caller, partyVault } = ctx;
  const known = 'party' in before ? before.party : undefined;
  const { partyNumber } = headOf(before);
  if (known !== undefined && known.kind !== registration.name.kind) throw problems['party-kind-mismatch']();
  const registered = registeredFacts(known, registration, {
    ...ruleContextOf(ctx, partyNumber),
    screening: outcome,
    defaultUnit: caller.kind === 'employee' ? caller.unit : undefined,
  });
  if (registered.kind === 'refused') throw problems[registered.refusal]();
  if (known !== undefined) checkUpgrade(ctx, known, registration);
  const { facts } = registered;
  // Registrations with the same name and birth date wait here, so that the second of two concurrent ones sees the
  // first.
  await lockNamesake(work, partyVault, { bankId, facts });
  const [suspicion] = await Promise.all([
    findDuplicates(ctx, work, { facts, partyNumber }),
    registration.servicing === undefined
      ? undefined
      : checkServicing(work, bankId, { ...facts.personal.servicing }),
  ]);
  evaluateDuplicates(ctx, suspicion, registration.duplicateOverride);
  return known === undefined && caller.kind === 'application' ? withProvenContacts(ctx, work, facts) : facts;
}

/**
 * Marks contact points of a new party as verified if the registering application had a code returned from them. Only
 * for new parties: a caller that adds a contact to a known party must be authenticated as that party. SPEC 2.1.7,
 * 17.1
 */
async function withProvenContacts(
  ctx: Context & PartyPorts,
  db: Reader,
  { personal, sensitive }: PartyFacts,
): Promise<PartyFacts> {
  const contactPoints: ContactPoint[] = [];
  for (const point of personal.contactPoints)
    contactPoints.push({ ...point, isVerified: await isProven(ctx, db, point) });
  return { personal: { ...personal, contactPoints }, sensitive };
}

async function isProven(
  ctx: Context & PartyPorts,
  db: Reader,
  { address, method }: ContactPoint,
): Promise<boolean> {
  if (method === 'email' && address.kind === 'email')
    return ctx.contactProofs.isProven(ctx, db, { method, value: address.value });
  if (method === 'mobile' && address.kind === 'phone' && address.extension === undefined)
    return ctx.contactProofs.isProven(ctx, db, { method, value: address.number });
  return false;
}

/**
 * Rejects an upgrade that changes identity data: a correction of it needs two employees, which an upgrade must not
 * bypass.
 */
function checkUpgrade(
  ctx: Context & PartyPorts,
  known: Party,
  { birth, identification }: Registration,
): void {
  const { bankCountry } = ruleContextOf(ctx, known.partyNumber);
  const { birth: born, identification: number } = known.sensitive;
  const isOtherNumber =
    number !== undefined &&
    identification !== undefined &&
    identificationKey(identificationOf(identification, bankCountry)) !== identificationKey(number);
  if (isOtherNumber) refuseValue(['id-number'], 'mismatch');
  const isOtherBirth = born?.date !== undefined && birth?.date !== undefined && birth.date !== born.date;
  if (isOtherBirth) refuseValue(['birth-date'], 'mismatch');
}

function identificationKey({ idKind, idNumber, issuingCountry }: Identification): string {
  return `${idKind} ${issuingCountry} ${idNumberKey(idNumber)}`;
}

/** Checks that dates are not in the future, and that links lead to the content store. */
function checkDays(ctx: Context & PartyPorts, registration: Registration): void {
  const { birth, document, organization, ownership } = registration;
  const { today } = ruleContextOf(ctx, '');
  if (birth?.date !== undefined && birth.date > today) refuseValue(['birth-date'], 'maximum');
  if (organization?.established !== undefined && organization.established > today)
    refuseValue(['established'], 'maximum');
  checkDocument(ctx, document, { path: ['id-document'], today });
  checkContent(ctx, ownership?.contentUrl, ['ownership', 'content-url']);
}

async function newParty(
  ctx: Context & PartyPorts,
  { assignedNumber, name }: Registration,
): Promise<NewParty> {
  const { bankId, clock, partyVault } = ctx;
  const partyNumber = assignedNumber ?? (await newPartyNumber(ctx));
  const now = clock.now();
  const head: NewParty['head'] = {
    bankId,
    partyNumber,
    kind: name.kind,
    recordState: 'live',
    survivorPartyNumber: undefined,
    servicingUnit: undefined,
    legalHold: undefined,
    dueOn: undefined,
    createdAt: now,
    modifiedAt: now,
    version: 0n,
    position: { epoch: 0, transaction: 0n, number: 0n },
  };
  return { head, ...partyVault.newSeal(bankId, partyNumber) };
}

function headOf(before: LoadedParty | NewParty): PartyHead {
  return 'party' in before ? before.party : before.head;
}

function eventsOf(before: LoadedParty | NewParty, { personal }: PartyFacts): readonly NewEvent[] {
  const head = headOf(before);
  if (!('party' in before))
    return [
      partyEvent(head.kind === 'individual' ? 'individualRegistered' : 'organizationRegistered', head),
      ...personal.contactPoints
        .filter(({ isVerified }) => isVerified)
        .map(({ id }) => partyEvent('contactPointVerified', head, id)),
    ];
  const known: Party = before.party;
  const { status } = personal.customer;
  return [
    partyEvent('profileUpgraded', head, personal.profile),
    ...(known.personal.customer.status === status ? [] : [partyEvent('statusChanged', head, status)]),
  ];
}

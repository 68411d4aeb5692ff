import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { NewEvent } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Registration } from '../domain/changes.ts';
import type { ScreeningOutcome } from '../domain/customer-status.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import type { Identification } from '../domain/facts.ts';
import { idNumberKey } from '../domain/id-number.ts';
import type { Party, PartyHead } from '../domain/party.ts';
import { partyNumberFrom } from '../domain/party-number.ts';
import { identificationOf, registeredFacts } from '../domain/registration.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { checkContent } from '../steps/check-content.ts';
import { checkDocument } from '../steps/check-document.ts';
import { checkIdentification } from '../steps/check-identification.ts';
import { checkServicing } from '../steps/check-servicing.ts';
import { evaluateDuplicates } from '../steps/evaluate-duplicates.ts';
import { findDuplicates } from '../steps/find-duplicates.ts';
import { type LoadedParty, loadParty } from '../steps/load-party.ts';
import { lockNamesake } from '../steps/lock-namesake.ts';
import { refuseValue } from '../steps/refuse-value.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';
import { type NewParty, saveParty } from '../steps/save-party.ts';
import { withProvenContacts } from '../steps/with-proven-contacts.ts';
import { writeOwners } from '../steps/write-owners.ts';
import { writeRepresentatives } from '../steps/write-representatives.ts';
import { nextSerial } from '../store/parties.store.ts';

/** Enters a party, or lets a known one rise to a higher profile. Screened before anything is held or written. */
export async function registerParty(
  ctx: Context & PartyPorts,
  registration: Registration,
): Promise<{ readonly partyNumber: string }> {
  const { bankId, bankFacts, screening } = ctx;
  const { country } = bankFacts.of(bankId);
  checkDays(ctx, registration);
  checkIdentification(registration.identification, { bankCountry: country, kind: registration.name.kind });
  const outcome = await screening.screen({
    bankId,
    name: registration.name,
    birthDate: registration.birth?.date,
    country: registration.residence?.countryOfResidence,
  });
  return runCommand(ctx, async (work) => {
    const before =
      registration.partyNumber === undefined
        ? await newParty(ctx, registration)
        : await loadParty(ctx, work, { partyNumber: registration.partyNumber });
    const facts = await decide(ctx, work, { before, registration, outcome });
    const after = saveParty(ctx, work, { before, decision: { facts, events: eventsOf(before, facts) } });
    const { partyNumber } = after;
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

interface Deciding {
  readonly before: LoadedParty | NewParty;
  readonly registration: Registration;
  readonly outcome: ScreeningOutcome;
}

async function decide(
  ctx: Context & PartyPorts,
  work: Work,
  { before, outcome, registration }: Deciding,
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
  // Whoever has the same name and day of birth waits here, so that the second of two at once sees the first.
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

/** Who somebody is, is corrected by two; rising to a higher profile must not be a way around it. */
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

/** Dates that cannot lie ahead, and links that must not lead away. */
function checkDays(ctx: Context & PartyPorts, registration: Registration): void {
  const { birth, document, organization, ownership } = registration;
  const { today } = ruleContextOf(ctx, '');
  if (birth?.date !== undefined && birth.date > today) refuseValue(['birth-date'], 'maximum');
  if (organization?.established !== undefined && organization.established > today)
    refuseValue(['established'], 'maximum');
  checkDocument(ctx, document, { path: ['id-document'], today });
  checkContent(ctx, ownership?.contentUrl, ['ownership', 'content-url']);
}

async function newParty(ctx: Context & PartyPorts, { name }: Registration): Promise<NewParty> {
  const { bankId, clock, db, partyVault } = ctx;
  const partyNumber = partyNumberFrom(await nextSerial(db));
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

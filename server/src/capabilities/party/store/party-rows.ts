import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { PersonalFacts, SensitiveFacts } from '../domain/facts.ts';
import { foldName } from '../domain/folding.ts';
import { type CustomerStatus, partyKinds, recordStates } from '../domain/literals.ts';
import { displayNameOf } from '../domain/names.ts';
import type { FoundParty, Party, PartyHead } from '../domain/party.ts';
import type { PartySeal, PartyVault } from './party-vault.ts';
import type { PartyTable } from './tables.generated.ts';

/** A row of `party` with its key; an erased party has none. */
export type PartyRow = Omit<
  Selectable<PartyTable>,
  'sort_name' | 'registration_profile' | 'customer_status' | 'individual_status' | 'relation_ended_on'
> & { readonly sealed_key: Buffer | null };

const personalEncryptionContext = { table: 'party', column: 'personal', row: '' } as const;
const sensitiveEncryptionContext = { table: 'party', column: 'sensitive', row: '' } as const;

/** Decrypts a row; sensitive data stays encrypted unless requested. */
export function openRow(
  vault: PartyVault,
  row: PartyRow,
  depth: 'personal' | 'sensitive' = 'personal',
): FoundParty {
  const head = headOf(row);
  if (head.recordState === 'erased' || row.sealed_key === null || row.personal === null)
    return { ...head, recordState: 'erased' };
  const seal = vault.openSeal(head.bankId, head.partyNumber, row.sealed_key);
  return {
    ...head,
    recordState: head.recordState,
    personal: personalIn(seal, row.personal),
    sensitive: depth === 'sensitive' ? sensitiveIn(seal, row) : undefined,
  };
}

/** Decrypts a whole row for a change; returns undefined when the party was erased. */
export function openWhole(
  vault: PartyVault,
  row: PartyRow,
): { readonly party: Party; readonly seal: PartySeal } | undefined {
  const head = headOf(row);
  if (head.recordState === 'erased' || row.sealed_key === null || row.personal === null) return undefined;
  const seal = vault.openSeal(head.bankId, head.partyNumber, row.sealed_key);
  return {
    seal,
    party: {
      ...head,
      recordState: head.recordState,
      personal: personalIn(seal, row.personal),
      sensitive: sensitiveIn(seal, row),
    },
  };
}

/** Decrypts the personal data of a party. */
export function personalIn(seal: PartySeal, sealed: Buffer): PersonalFacts {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by us; decryption detects changes
  return seal.unseal(personalEncryptionContext, sealed) as PersonalFacts;
}

function sensitiveIn(seal: PartySeal, { sensitive }: PartyRow): SensitiveFacts {
  if (sensitive === null) return { documents: [] };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by us; decryption detects changes
  return seal.unseal(sensitiveEncryptionContext, sensitive) as SensitiveFacts;
}

/** Returns what is readable without the key of the party. */
export function headOf(row: PartyRow): PartyHead {
  const kind = partyKinds.find((known) => known === row.kind);
  const recordState = recordStates.find((known) => known === row.record_state);
  if (kind === undefined || recordState === undefined) throw new Error('party has an unknown literal');
  return {
    bankId: row.bank_id,
    partyNumber: row.party_number,
    kind,
    recordState,
    survivorPartyNumber: row.survivor_party_number ?? undefined,
    servicingUnit: row.servicing_unit ?? undefined,
    legalHold: row.legal_hold ?? undefined,
    dueOn: row.due_on?.toString(),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    version: row.row_version,
    position: { epoch: row.sync_epoch, transaction: row.sync_transaction, number: row.sync_number },
  };
}

/** The columns of a party in its row. */
export interface PartyColumns {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly kind: string;
  readonly recordState: string;
  readonly survivor: string | null;
  readonly profile: string;
  readonly customerStatus: string;
  readonly individualStatus: string | null;
  readonly unit: string | null;
  readonly sortName: string;
  readonly personal: Buffer | null;
  readonly sensitive: Buffer | null;
  readonly dueOn: string | null;
  readonly legalHold: string | null;
  readonly relationEndedOn: string | null;
  readonly version: bigint;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
}

/** Returns the columns of a party, encrypted. The database assigns its position. */
export function partyColumns(party: Party, seal: PartySeal): PartyColumns {
  const { personal, sensitive } = party;
  return {
    bankId: party.bankId,
    partyNumber: party.partyNumber,
    kind: party.kind,
    recordState: party.recordState,
    survivor: party.survivorPartyNumber ?? null,
    profile: personal.profile,
    customerStatus: personal.customer.status,
    individualStatus: personal.life ?? null,
    unit: personal.servicing?.unit ?? null,
    sortName: foldName(displayNameOf(personal.name)),
    personal: seal.seal(personalEncryptionContext, personal),
    sensitive: seal.seal(sensitiveEncryptionContext, sensitive),
    dueOn: party.dueOn ?? null,
    legalHold: party.legalHold ?? null,
    relationEndedOn: endOfRelation(personal),
    version: party.version,
    createdAt: party.createdAt,
    modifiedAt: party.modifiedAt,
  };
}

/** Returns the day from which retention counts: data of former, declined and rejected parties is erased in time. */
function endOfRelation({ customer }: PersonalFacts): string | null {
  const ended: readonly CustomerStatus[] = ['former', 'declined', 'rejected'];
  return ended.includes(customer.status) ? customer.statusSince : null;
}

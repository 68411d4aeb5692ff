import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { NewOwner, Representative } from '../domain/changes.ts';
import type { Day } from '../domain/facts.ts';
import { displayNameOf } from '../domain/names.ts';
import type { FoundParty } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';
import { asRelationship, inverseOf, mandateScope } from '../domain/relationships.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { touchParties } from '../store/parties.store.ts';
import { listLiveNumbers, listRowsByNumber } from '../store/party-rows.read.ts';
import { openRow } from '../store/party-rows.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { listRelatedNumbers } from '../store/related-parties.store.ts';
import {
  endRelationships,
  insertRelationship,
  listRelationshipRows,
  type RelationshipRow,
} from '../store/relationships.store.ts';
import { refuseValue } from './field-checks.ts';
import { ruleContextOf } from './rule-context.ts';

/** Returns the relationships of a party, from its side. */
export async function readRelationships(
  ctx: Context & PartyPorts,
  db: Reader,
  partyNumber: string,
): Promise<readonly RelationshipView[]> {
  const relationships = await listRelationshipRows(db, ctx.bankId, partyNumber);
  const numbers = relationships.map((row) => otherOf(row, partyNumber));
  const rows = await listRowsByNumber(db, ctx.bankId, [...new Set(numbers)]);
  // Decrypted once, however many relationships there are with the same party.
  const others = new Map([...rows].map(([number, row]) => [number, openRow(ctx.partyVault, row)]));
  return relationships.flatMap((row) => {
    const other = others.get(otherOf(row, partyNumber));
    return other === undefined ? [] : [viewOf(ctx, { row, other, partyNumber })];
  });
}

function otherOf({ from_party: from, to_party: to }: RelationshipRow, partyNumber: string): string {
  return from === partyNumber ? to : from;
}

function viewOf(
  ctx: Context & PartyPorts,
  {
    other,
    partyNumber,
    row,
  }: { readonly row: RelationshipRow; readonly other: FoundParty; readonly partyNumber: string },
): RelationshipView {
  const { kind, role } = asRelationship(row.relationship_kind, row.role);
  // SPEC channel interfaces 2.4.5: customers see whom they know, not who else owns the company they work for.
  const mayName = ctx.caller.kind !== 'customer' || kind === 'kinship' || kind === 'mandate';
  return {
    id: row.relationship_id,
    kind,
    role: row.from_party === partyNumber ? role : inverseOf(role),
    toParty: {
      partyNumber: other.partyNumber,
      kind: other.kind,
      ...(mayName && 'personal' in other ? { displayName: displayNameOf(other.personal.name) } : {}),
    },
    ...termsOf(row),
    validFrom: row.valid_from.toString(),
    ...(row.valid_until === null ? {} : { validUntil: row.valid_until.toString() }),
  };
}

/** Returns the members that only ownerships and mandates have. */
function termsOf(row: RelationshipRow): Pick<RelationshipView, 'share' | 'isBeneficialOwner' | 'mandate'> {
  const { is_beneficial_owner: isBeneficialOwner, mandate_scope: scope, signing_group: signingGroup } = row;
  return {
    ...(row.share === null ? {} : { share: Number(row.share) }),
    ...(isBeneficialOwner === null ? {} : { isBeneficialOwner }),
    ...(scope === null ? {} : { mandate: { scope, ...(signingGroup === null ? {} : { signingGroup }) } }),
  };
}

export interface OwnersOf {
  readonly partyNumber: string;
  readonly owners: readonly NewOwner[];
  readonly effective: Day;
  /** Path of the list in the command. */
  readonly path: readonly string[];
}

/** Writes ownership as relationships, for owners that are parties themselves. */
export async function writeOwners(
  ctx: Context & PartyPorts,
  work: Work,
  { effective, owners, partyNumber, path }: OwnersOf,
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const { nextId, today } = ruleContextOf(ctx, partyNumber);
  const numbers = numbersOf(owners);
  const known = await listLiveNumbers(work, { bankId, today, numbers, ...visibilityOf(caller) });
  const earlier = await listRelatedNumbers(work, bankId, partyNumber, 'ownership');
  const now = clock.now();
  // Owners show the organization among their relationships.
  touchParties(work, { bankId, numbers: [...new Set([...earlier, ...known])] });
  endRelationships(work, {
    bankId,
    fromParty: partyNumber,
    kind: 'ownership',
    toParties: null,
    endedOn: effective,
    now,
  });
  owners.forEach(({ isBeneficialOwner, partyNumber: owner, share }, index) => {
    if (owner === undefined) return;
    if (owner === partyNumber || !known.has(owner))
      refuseValue([...path, 'owners', index, 'party-number'], 'enum');
    insertRelationship(
      work,
      { bankId, now },
      {
        id: nextId(),
        fromParty: partyNumber,
        toParty: owner,
        kind: 'ownership',
        role: 'investee',
        share,
        isBeneficialOwner,
        validFrom: effective,
      },
    );
  });
}

function numbersOf(owners: readonly NewOwner[]): readonly string[] {
  return owners.map(({ partyNumber }) => partyNumber).filter((number) => number !== undefined);
}

/** Writes the representatives of an organization: each becomes its proxy from today. */
export async function writeRepresentatives(
  ctx: Context & PartyPorts,
  work: Work,
  {
    partyNumber,
    representatives,
  }: { readonly partyNumber: string; readonly representatives: readonly Representative[] },
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const { nextId, today } = ruleContextOf(ctx, partyNumber);
  const numbers = representatives.map((one) => one.partyNumber);
  const known = await listLiveNumbers(work, { bankId, today, numbers, ...visibilityOf(caller) });
  const now = clock.now();
  touchParties(work, { bankId, numbers: [...known] });
  // A representative named again, as in an upgrade, gets the new mandate; the others keep theirs.
  endRelationships(work, {
    bankId,
    fromParty: partyNumber,
    kind: 'mandate',
    toParties: numbers,
    endedOn: today,
    now,
  });
  representatives.forEach(({ partyNumber: proxy, role: office, signingGroup }, index) => {
    if (proxy === partyNumber || !known.has(proxy))
      refuseValue(['representatives', index, 'party-number'], 'enum');
    insertRelationship(
      work,
      { bankId, now },
      {
        id: nextId(),
        fromParty: partyNumber,
        toParty: proxy,
        kind: 'mandate',
        role: 'principal',
        mandate: { scope: mandateScope, office, ...(signingGroup === undefined ? {} : { signingGroup }) },
        validFrom: today,
      },
    );
  });
}

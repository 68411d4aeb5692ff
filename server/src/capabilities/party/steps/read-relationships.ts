import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { displayNameOf } from '../domain/names.ts';
import type { FoundParty } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';
import { asRelationship, inverseOf } from '../domain/relationships.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { listRowsByNumber } from '../store/party-rows.read.ts';
import { openRow } from '../store/party-rows.ts';
import { listRelationshipRows, type RelationshipRow } from '../store/relationships.store.ts';

/** What a party is to others, seen from its side. */
export async function readRelationships(
  ctx: Context & PartyPorts,
  db: Reader,
  partyNumber: string,
): Promise<readonly RelationshipView[]> {
  const relationships = await listRelationshipRows(db, ctx.bankId, partyNumber);
  const numbers = relationships.map((row) => otherOf(row, partyNumber));
  const rows = await listRowsByNumber(db, ctx.bankId, [...new Set(numbers)]);
  // Opened once, however many relationships there are with the same party.
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

/** What an ownership or a mandate says beyond its kind. */
function termsOf(row: RelationshipRow): Pick<RelationshipView, 'share' | 'isBeneficialOwner' | 'mandate'> {
  const { is_beneficial_owner: isBeneficialOwner, mandate_scope: scope, signing_group: signingGroup } = row;
  return {
    ...(row.share === null ? {} : { share: Number(row.share) }),
    ...(isBeneficialOwner === null ? {} : { isBeneficialOwner }),
    ...(scope === null ? {} : { mandate: { scope, ...(signingGroup === null ? {} : { signingGroup }) } }),
  };
}

import type { Static } from 'typebox';
import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import { mapDefined, mapNullable, omitUndefined } from '#platform/kernel/members.ts';
import type { ownershipMembers, sizeMembers } from '../contract/values.ts';
import type { NewOwner, OwnershipChange, Representative, SizeChange } from '../domain/changes.ts';
import { hasDigitsAtMost } from './addresses.ts';
import { readContentUrl, readIdNumber, readMoney, readOrganizationName } from './values.ts';

type Owners = Static<(typeof ownershipMembers)['owners']>;

const shareDigits = 4;

interface OwnershipBody {
  readonly 'ownership-kind'?: Static<(typeof ownershipMembers)['ownership-kind']>;
  readonly owners: Owners;
  readonly 'content-url'?: string;
}

export function readOwnership(
  body: OwnershipBody,
  cursor: FieldCursor,
): Omit<OwnershipChange, 'effectiveDate'> {
  return omitUndefined({
    kind: body['ownership-kind'],
    owners: body.owners.map((owner, index) => {
      const here = cursor.at('owners', index);
      const number = owner['party-number'];
      const isRepeated =
        number !== undefined && body.owners.findIndex((other) => other['party-number'] === number) < index;
      if (isRepeated) here.at('party-number').report('duplicate');
      return readOwner(owner, here);
    }),
    contentUrl: mapDefined(body['content-url'], (url) => readContentUrl(url, cursor.at('content-url'))),
  });
}

/** Reads an owner: a party of the bank, or a name with an identification. */
function readOwner(owner: Owners[number], cursor: FieldCursor): NewOwner {
  const { 'id-kind': idKind, 'id-number': idNumber, 'party-number': partyNumber, name, share } = owner;
  if (!hasDigitsAtMost(share, shareDigits)) cursor.at('share').report('format');
  const nameAndNumber = { name, 'id-number': idNumber, 'id-kind': idKind };
  for (const [member, value] of Object.entries(nameAndNumber)) {
    if (partyNumber !== undefined && value !== undefined) cursor.at(member).report('combination-not-allowed');
    if (partyNumber === undefined && value === undefined) cursor.at(member).report('combination-required');
  }
  return omitUndefined({
    partyNumber,
    name: mapDefined(name, (text) => readOrganizationName(text, cursor.at('name'))),
    idKind,
    idNumber: mapDefined(idNumber, (text) => readIdNumber(text, cursor.at('id-number'))),
    share,
    isBeneficialOwner: owner['is-beneficial-owner'] ?? false,
    controlKind: owner['control-kind'],
  });
}

type SizeBody = { readonly [Key in keyof typeof sizeMembers]?: Static<(typeof sizeMembers)[Key]> | null };

/** Reads size and measures of a merge body; a registration sends the same members, but never null. */
export function readSize(body: SizeBody, cursor: FieldCursor): SizeChange {
  return omitUndefined({
    size: body.size,
    headcount: body.headcount,
    annualTurnover: mapNullable(body['annual-turnover'], (money) =>
      readMoney(money, cursor.at('annual-turnover')),
    ),
    balanceSheetTotal: mapNullable(body['balance-sheet-total'], (money) =>
      readMoney(money, cursor.at('balance-sheet-total')),
    ),
    fiscalYear: body['fiscal-year'],
  });
}

interface RepresentativeBody {
  readonly 'party-number': string;
  readonly role: string;
  readonly 'signing-group'?: string;
}

export function readRepresentatives(
  bodies: readonly RepresentativeBody[],
  cursor: FieldCursor,
): readonly Representative[] {
  return bodies.map((body, index) => {
    const isRepeated = bodies.findIndex((other) => other['party-number'] === body['party-number']) < index;
    if (isRepeated) cursor.at(index, 'party-number').report('duplicate');
    return omitUndefined({
      partyNumber: body['party-number'],
      role: body.role,
      signingGroup: body['signing-group'],
    });
  });
}

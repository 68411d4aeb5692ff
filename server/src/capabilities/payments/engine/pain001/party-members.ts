import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { omitUndefined, unlessEmpty } from '#platform/kernel/members.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import type { NamedAccount, PostalAddress } from '../../domain/single-payment.ts';
import { elementAt, textAt, textsAt } from './element-text.ts';
import { ibanText } from './text-rules.ts';

/** Maps an account: an IBAN, a BBAN if its scheme says so, or another identification. */
export function accountIn(account: Element | undefined): NamedAccount | undefined {
  if (account === undefined) return undefined;
  const iban = textAt(account, 'Id', 'IBAN');
  const currency = textAt(account, 'Ccy');
  if (iban !== undefined) return omitUndefined({ iban: ibanText(iban), currency });
  return omitUndefined({ ...otherAccount(elementAt(account, 'Id', 'Othr')), currency });
}

function otherAccount(other: Element | undefined): NamedAccount {
  const identification = textAt(other, 'Id');
  if (identification === undefined) return {};
  const schemeNameCode = textAt(other, 'SchmeNm', 'Cd');
  if (schemeNameCode === 'BBAN') return { bban: identification };
  return {
    other: omitUndefined({
      identification,
      schemeNameCode,
      schemeNameProprietary: textAt(other, 'SchmeNm', 'Prtry'),
      issuer: textAt(other, 'Issr'),
    }),
  };
}

/** Maps an address name by name. The country is empty if the document has none; JSON always has one. */
export function addressIn(address: Element | undefined): PostalAddress | undefined {
  if (address === undefined) return undefined;
  const lines = textsAt(address, 'AdrLine');
  const members = omitUndefined({
    department: textAt(address, 'Dept'),
    subDepartment: textAt(address, 'SubDept'),
    streetName: textAt(address, 'StrtNm'),
    buildingNumber: textAt(address, 'BldgNb'),
    buildingName: textAt(address, 'BldgNm'),
    floor: textAt(address, 'Flr'),
    postBox: textAt(address, 'PstBx'),
    room: textAt(address, 'Room'),
    postCode: textAt(address, 'PstCd'),
    townName: textAt(address, 'TwnNm'),
    townLocationName: textAt(address, 'TwnLctnNm'),
    districtName: textAt(address, 'DstrctNm'),
    countrySubDivision: textAt(address, 'CtrySubDvsn'),
    country: textAt(address, 'Ctry'),
    addressLines: lines.length === 0 ? undefined : lines,
  });
  // An empty element is no address.
  return unlessEmpty(members) && { ...members, country: members.country ?? '' };
}

/**
 * Returns one identification of a party: its own number in some scheme first, because the fields of JSON are meant for
 * it, otherwise the legal entity identifier or the BIC.
 */
export function partyIdIn(party: Element | undefined): string | undefined {
  const organisation = elementAt(party, 'Id', 'OrgId');
  const holder = organisation ?? elementAt(party, 'Id', 'PrvtId');
  return (
    textAt(holder, 'Othr', 'Id') ??
    textAt(organisation, 'LEI') ??
    textAt(organisation, 'AnyBIC') ??
    textAt(organisation, 'BICOrBEI')
  );
}

/** Name of the element with the BIC of a bank. */
export function bicElement(version: Pain001Version): string {
  return version === '03' ? 'BIC' : 'BICFI';
}

/** ISO 9362: the first eight characters name the bank, three more a branch; this branch is the head office. */
const bankLength = 8;
const headOffice = 'XXX';

/** Returns the canonical form of a BIC: capital letters, and no branch where it is the head office. */
export function bicSpelling(bic: string): string {
  const letters = bic.toUpperCase();
  const isWhole = letters.length === bankLength + headOffice.length && letters.endsWith(headOffice);
  return isWhole ? letters.slice(0, bankLength) : letters;
}

/** Returns the country of a bank: letters 5 and 6 of its BIC. */
export function countryOfBic(bic: string): string {
  return bic.slice(4, 6).toUpperCase();
}

/** Territories whose banks have a country of their own in the BIC, and accounts with the IBANs of another one. */
const territories: Readonly<Record<string, readonly string[]>> = {
  FR: ['GF', 'GP', 'MQ', 'RE', 'PM', 'YT', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF'],
  GB: ['GG', 'JE', 'IM'],
};

/** Returns whether the account of an IBAN can be at a bank, as far as their countries tell. */
export function canHoldIban(bic: string, iban: string): boolean {
  const ofAccount = iban.slice(0, 2).toUpperCase();
  const ofBank = countryOfBic(bic);
  return ofBank === ofAccount || (territories[ofAccount] ?? []).includes(ofBank);
}

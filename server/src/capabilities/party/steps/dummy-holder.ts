import type { PartyVault } from '../store/party-vault.ts';

const place = { table: 'party', column: 'personal', row: '' } as const;

interface Dummy {
  readonly sealedKey: Buffer;
  readonly sealed: readonly Buffer[];
}

/** One for each bank of a vault: the ring of keys can have changed since, but old values stay readable. */
const dummies = new WeakMap<PartyVault, Map<string, Dummy>>();
const number = 'dummy';

/** Decrypts as much as for a person with one recorded name, and returns nothing. */
export function dummyHolder(vault: PartyVault, bankId: string): undefined {
  const { sealed, sealedKey } = dummyOf(vault, bankId);
  const seal = vault.openSeal(bankId, number, sealedKey);
  for (const value of sealed) seal.unseal(place, value);
}

function dummyOf(vault: PartyVault, bankId: string): Dummy {
  const ofVault = dummies.get(vault) ?? new Map<string, Dummy>();
  dummies.set(vault, ofVault);
  const known = ofVault.get(bankId);
  if (known !== undefined) return known;
  const { seal, sealedKey } = vault.newSeal(bankId, number);
  const name = { kind: 'individual', givenName: 'Anna', surname: 'Schmidt' };
  const personal = { name, contactPoints: [{ value: 'x'.repeat(900) }] };
  const dummy = { sealedKey, sealed: [personal, name].map((value) => seal.seal(place, value)) };
  ofVault.set(bankId, dummy);
  return dummy;
}

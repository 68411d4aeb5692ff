import type { Temporal } from 'temporal-polyfill';
import { hasLength } from '#platform/kernel/text-length.ts';

/** A key pair that a customer's device keeps for this bank; we have the public half. */
export interface Passkey {
  readonly passkeyId: string;
  readonly userId: string;
  /** base64url, chosen by the device. */
  readonly credentialId: string;
  /** COSE_Key, RFC 9052. */
  readonly publicKey: Uint8Array;
  /** Uses the device has counted; 0 for ever where it does not count. */
  readonly signCount: number;
  /** How the device is reached, a hint for browsers. */
  readonly transports: readonly string[];
  /** Which make the device says it is. Nobody vouches for it: good for a name, not for a decision. */
  readonly aaguid: string;
  readonly isBackedUp: boolean;
  /** Whether it may ever leave its device. Never changes. */
  readonly isBackupEligible: boolean;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

/** What a device tells of a passkey it has just made. */
export type CreatedCredential = Pick<
  Passkey,
  'aaguid' | 'credentialId' | 'isBackedUp' | 'isBackupEligible' | 'publicKey' | 'signCount' | 'transports'
>;

/** Passkeys of one user. */
export const passkeysMax = 10;

const nameLength = { min: 1, max: 50 };
/** Controls, breaks, halves of characters, and what is not seen but turns what is; joiners are part of scripts. */
const unfit = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200C\u200D]]/v;
/** A letter, a digit or a sign: something to click on. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/v;

/**
 * Whether two devices seem to use one passkey. A device that counts never says the same number twice; one that does
 * not count says 0 for ever. Refuse, and tell the owner: one of the two is not theirs.
 */
export function isCloned(storedSignCount: number, newSignCount: number): boolean {
  return storedSignCount > 0 && newSignCount <= storedSignCount;
}

/** A name as a customer typed it, ready to be kept; undefined when it cannot be one. */
export function passkeyName(typed: string): string | undefined {
  // What is long in itself is not worth normalising.
  if (typed.length > 10 * nameLength.max) return undefined;
  const name = typed.normalize('NFC').trim();
  return hasLength(name, nameLength) && !unfit.test(name) && visible.test(name) ? name : undefined;
}

/** Makers as their makes are known in public; names of products, the same in every language. */
const makes: ReadonlyMap<string, string> = new Map([
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'iCloud Keychain'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
]);
const namelessName = 'Passkey';

/** The name of a passkey nobody has named: its make, else the browser it was made in. */
export function defaultPasskeyName(aaguid: string, browserName: string): string {
  return makes.get(aaguid) ?? passkeyName(browserName) ?? namelessName;
}

/** Where the challenge of a customer's next passkey is kept. */
export function ceremonyId(sessionId: string): string {
  return `passkey ${sessionId}`;
}

import type { Temporal } from 'temporal-polyfill';
import { hasLength } from '#platform/kernel/text-length.ts';

/** A WebAuthn credential of a customer; the server stores the public key. */
export interface Passkey {
  readonly passkeyId: string;
  readonly userId: string;
  /** base64url, chosen by the device. */
  readonly credentialId: string;
  /** COSE_Key, RFC 9052. */
  readonly publicKey: Uint8Array;
  /** The authenticator's signature counter; always 0 if the authenticator does not count. */
  readonly signCount: number;
  /** WebAuthn transports, a hint for browsers. */
  readonly transports: readonly string[];
  /** The authenticator model that the device claims. Not attested: used for display names, never for decisions. */
  readonly aaguid: string;
  readonly isBackedUp: boolean;
  /** Whether the passkey may be synchronized to other devices. Never changes. */
  readonly isBackupEligible: boolean;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

/** The data of a newly created credential. */
export type CreatedCredential = Pick<
  Passkey,
  'aaguid' | 'credentialId' | 'isBackedUp' | 'isBackupEligible' | 'publicKey' | 'signCount' | 'transports'
>;

/** Maximum number of passkeys per user. */
export const passkeysMax = 10;

const nameLength = { min: 1, max: 50 };
/** Controls, line breaks, lone surrogates and invisible formatting characters; joiners are part of scripts. */
const forbidden = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200C\u200D]]/v;
/** A letter, a digit, a punctuation mark or a symbol: the name must be visible. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/v;

/**
 * Returns whether two devices seem to use the same passkey. A counting authenticator never repeats a value; one that
 * does not count always sends 0. The caller refuses the sign-in and notifies the owner.
 */
export function isCloned(storedSignCount: number, newSignCount: number): boolean {
  return storedSignCount > 0 && newSignCount <= storedSignCount;
}

/** Returns a typed name ready to be stored; undefined when it is not acceptable. */
export function passkeyName(typed: string): string | undefined {
  // Skips normalization of very long input.
  if (typed.length > 10 * nameLength.max) return undefined;
  const name = typed.normalize('NFC').trim();
  return hasLength(name, nameLength) && !forbidden.test(name) && visible.test(name) ? name : undefined;
}

/** Vendors by published AAGUID; product names, the same in every language. */
const vendors: ReadonlyMap<string, string> = new Map([
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

/** Returns the default name of a passkey: its vendor, else the browser that created it. */
export function defaultPasskeyName(aaguid: string, browserName: string): string {
  return vendors.get(aaguid) ?? passkeyName(browserName) ?? namelessName;
}

/** Returns the key under which the challenge of a customer's next passkey is stored. */
export function ceremonyId(sessionId: string): string {
  return `passkey ${sessionId}`;
}

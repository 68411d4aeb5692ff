import assert from 'node:assert/strict';
import { checkDigitMod11And10 } from '#platform/kernel/check-digits.ts';

const serialDigits = 9;
const serialMax = 10n ** BigInt(serialDigits) - 1n;

/** Returns a party number of ours: nine digits and a check digit that detects any wrong digit. */
export function partyNumberFrom(serial: bigint): string {
  assert(serial >= 0n && serial <= serialMax, 'the serial of a party number has at most nine digits');
  const digits = String(serial).padStart(serialDigits, '0');
  return `${digits}${checkDigitMod11And10(digits)}`;
}

/** Returns whether a text can be a party number; those of an older system may have another format. */
export function isPartyNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{1,35}$/.test(text);
}

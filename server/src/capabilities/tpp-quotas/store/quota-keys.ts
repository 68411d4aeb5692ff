import type { KeyClass } from '#platform/key-ring/key-class.ts';

const secondsPerDay = 86_400;

/** All keys of this capability. The names are inputs of key derivation and never change. */
export const quotaKeyClasses: readonly KeyClass[] = [
  // Hashes are compared within an hour; those of an older key count as other numbers.
  { name: 'unknown accounts', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
];

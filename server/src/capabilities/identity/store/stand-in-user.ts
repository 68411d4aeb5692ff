import { Temporal } from 'temporal-polyfill';
import type { User } from '../domain/user.ts';
import { emptyProfile, type UserDeps } from './user-deps.ts';

const userId = 'usr_stand-in';
const registeredAt = '2026-01-01T00:00:00.123456Z';
const profile = { ...emptyProfile, email: 'a.customer@bank.example', phone: '+4915112345678' };

/**
 * Reads a user that does not exist, as one from the database is read: times are parsed and the profile is decrypted.
 * Called for an unknown name, so that its response takes as long as that of a known one; the result is discarded. The
 * profile is encrypted each time, because a stored one would need a key that may be removed.
 */
export function readStandIn({ bankId, identityVault }: UserDeps): User {
  const sealed = identityVault.sealProfile(bankId, userId, profile);
  return {
    userId,
    username: userId,
    kind: 'customer',
    customerNumber: undefined,
    state: 'suspended',
    profile: identityVault.openProfile(bankId, userId, sealed),
    openEmailAt: undefined,
    openPhoneAt: undefined,
    phoneCoolingOffUntil: undefined,
    termsVersion: undefined,
    lastLoginAt: Temporal.Instant.from(registeredAt),
    lastAnswerValidatedAt: undefined,
    lastPasswordResetAt: undefined,
    hintPictureId: undefined,
    profilePictureId: undefined,
    rowVersion: 1n,
    createdAt: Temporal.Instant.from(registeredAt),
  };
}

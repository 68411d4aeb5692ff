import type { UserProfile } from '../domain/user.ts';
import type { IdentityVault } from './identity-vault.ts';

/** Dependencies of the store functions for users. */
export interface UserDeps {
  readonly bankId: string;
  readonly identityVault: IdentityVault;
}

/** A profile without data. */
export const emptyProfile: UserProfile = {
  firstName: undefined,
  lastName: undefined,
  language: undefined,
  email: undefined,
  phone: undefined,
  openEmail: undefined,
  openPhone: undefined,
};

import type { UserProfile } from '../domain/user.ts';
import type { IdentityVault } from './identity-vault.ts';

/** What reads and writes of users need beside the database. */
export interface UserDeps {
  readonly bankId: string;
  readonly identityVault: IdentityVault;
}

/** Nothing known of somebody. */
export const emptyProfile: UserProfile = {
  firstName: undefined,
  lastName: undefined,
  language: undefined,
  email: undefined,
  phone: undefined,
  openEmail: undefined,
  openPhone: undefined,
};

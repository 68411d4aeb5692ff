import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { PasskeyCeremonies } from '../engine/passkeys/ceremonies.ts';
import type { Blocklist } from '../engine/passwords/blocklist.ts';
import type { PasswordHasher } from '../engine/passwords/password-hasher.ts';
import type { IdentityVault } from '../store/identity-vault.ts';
import type { IdentityFacts } from './bank-facts.ts';
import type { PictureSource } from './content-store.ts';
import type { DeviceCodes } from './device-codes.ts';
import type { HumanCheck } from './human-check.ts';
import type { LoginProviders } from './login-providers.ts';
import type { PictureEncoder } from './pictures.ts';
import type { Restrictions } from './restrictions.ts';
import type { Sessions } from './sessions.ts';

/** Dependencies of this capability's operations beyond their context. */
export interface IdentityPorts {
  readonly identityVault: IdentityVault;
  readonly identityFacts: IdentityFacts;
  readonly passwordHasher: PasswordHasher;
  readonly passwordBlocklist: Blocklist;
  readonly passkeys: PasskeyCeremonies;
  readonly humanCheck: HumanCheck;
  readonly loginProviders: LoginProviders;
  readonly pictureSource: PictureSource;
  readonly pictureEncoder: PictureEncoder;
  readonly sessions: Sessions;
  readonly restrictions: Restrictions;
  readonly deviceCodes: DeviceCodes;
  /** Codes and second factors; includes authorization's own dependencies, such as messages and parties. */
  readonly authorization: AuthorizationPorts;
}

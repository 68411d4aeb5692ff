import type { Context } from '#platform/work/context.ts';
import { type PasswordError, validatePassword } from '../domain/passwords/password-policy.ts';
import { personalWordsOf } from '../domain/passwords/personal-words.ts';
import { passwordLengthMax, passwordLengthMin } from '../domain/policy.ts';
import type { UserProfile } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** What a new password of somebody must not contain. */
export interface PasswordOwner {
  readonly username: string;
  readonly profile: UserProfile;
}

/** All that is wrong with a password that somebody would like to have. */
export function validateNewPassword(
  { bankId, identityFacts, passwordBlocklist }: Context & IdentityPorts,
  { profile, username }: PasswordOwner,
  password: string,
): readonly PasswordError[] {
  const { email, firstName, lastName, openEmail, openPhone, phone } = profile;
  const [address, number] = [email ?? openEmail, phone ?? openPhone];
  return validatePassword({
    password,
    personalWords: personalWordsOf({
      names: [firstName, lastName].filter((name) => name !== undefined),
      username,
      bankName: identityFacts.of(bankId).bankName,
      productName: 'Portico',
      ...(address === undefined ? {} : { email: address }),
      ...(number === undefined ? {} : { phoneNumber: number }),
    }),
    lengthMin: passwordLengthMin,
    lengthMax: passwordLengthMax,
    isBlocklisted: (word) => passwordBlocklist.has(word),
  });
}

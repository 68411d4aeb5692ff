import { passwordLengthMin } from '../domain/policy.ts';

/** What a password must be like. Kinds of characters make nobody safer, so none is asked for. NIST SP 800-63B */
export async function getPasswordRequirements(): Promise<{ readonly length: number }> {
  return { length: passwordLengthMin };
}

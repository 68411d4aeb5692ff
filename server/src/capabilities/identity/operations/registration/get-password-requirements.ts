import { passwordLengthMin } from '../../domain/policy.ts';

/** Returns the requirements for passwords. There are none about kinds of characters. NIST SP 800-63B */
export async function getPasswordRequirements(): Promise<{ readonly length: number }> {
  return { length: passwordLengthMin };
}

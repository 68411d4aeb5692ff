import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { exactContactKey } from '../domain/sends/exact-contact-key.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

type Ctx = Pick<Context & AuthorizationPorts, 'authorizationVault' | 'bankId'>;

/** Returns the keyed hash of a contact in its one spelling. */
export function exactIndexOf(
  { authorizationVault: vault, bankId }: Ctx,
  channel: OtpChannel,
  contact: string,
): string {
  return vault.recipientIndex(bankId, channel, exactContactKey(channel, contact)).toString('base64url');
}

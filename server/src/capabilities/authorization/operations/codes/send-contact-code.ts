import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../../domain/literals.ts';
import { personKey, recipientKey } from '../../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { makeCode } from '../../steps/codes.ts';

/** A new contact of a user that needs a proof. */
export interface SendContactCode {
  readonly userId: string;
  readonly channel: OtpChannel;
  /** Canonical; not yet a contact of the user. */
  readonly contact: string;
  readonly language: string | undefined;
  readonly validFor: { readonly minutes: number };
  /** Another user has this contact: the same rows are written, and no message is sent. */
  readonly delivery?: 'withheld';
}

/** Sends a code to a new contact of a user. Attempts count for the user, as for any code. */
export async function sendContactCode(
  ctx: Context & AuthorizationPorts,
  { channel, contact, delivery, language, userId, validFor }: SendContactCode,
): Promise<string> {
  const { authorizationVault: vault, bankId } = ctx;
  const indexOf = (key: string): Buffer => vault.recipientIndex(bankId, channel, key);
  return makeCode(ctx, {
    channel,
    action: 'contact-change',
    message: undefined,
    target: {
      subject: userId,
      user: { userId, customerNumber: undefined, language },
      contact: delivery === 'withheld' ? undefined : contact,
      recipientIndexes: [indexOf(personKey(userId)), indexOf(recipientKey(channel, contact))],
    },
    language,
    validFor,
    isRegistered: true,
  });
}

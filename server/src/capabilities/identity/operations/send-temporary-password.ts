import { enterDelivery, type InitiateDelivery } from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { resetCredentialLength } from '../domain/policy.ts';
import { mayRecover, type RecoveryContact, temporaryMinutes } from '../domain/recovery.ts';
import type { User } from '../domain/user.ts';
import { messageTo } from '../engine/messages/account-message.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { saveTemporary, type TemporaryChannel } from '../store/credentials.store.ts';
import { lockUser } from '../store/users.store.ts';

/** To whom, by which way, and for what. */
export interface TemporaryFor {
  readonly user: User;
  readonly contact: RecoveryContact;
  readonly channel: TemporaryChannel;
}

/**
 * Makes a temporary password and has it delivered, both or neither. Nobody but the message knows it; the password
 * there is stays as it is.
 */
export async function sendTemporaryPassword(
  ctx: Context & IdentityPorts,
  { channel, contact, user }: TemporaryFor,
): Promise<void> {
  const { authorization, bankId, clock, identityVault, passwordHasher } = ctx;
  const { userId } = user;
  const code = identityVault.newTemporaryPassword(resetCredentialLength);
  const hash = await passwordHasher.hash(bankId, code);
  await runCommand(ctx, async (work) => {
    const held = await lockUser(work, ctx, userId);
    const isSent = held !== undefined && mayRecover(held);
    if (isSent) {
      const now = clock.now();
      const expiresAt = now.add({ minutes: temporaryMinutes(channel) });
      saveTemporary(work, { bankId, userId, hash, channel, expiresAt, now });
      const message = { ...resetMessage(ctx, { channel, contact, user, code }), expires: expiresAt };
      await enterDelivery({ ...ctx, ...authorization.correspondence }, work, message);
      work.emit(userEvent('resetRequested', userId, { reason: channel }));
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'temporary-password', after: isSent ? channel : 'none' }],
    });
  });
}

function resetMessage(
  { authorization, bankId, identityFacts }: Context & IdentityPorts,
  { channel, code, contact, user }: TemporaryFor & { readonly code: string },
): InitiateDelivery {
  const { bankName, codeDomain } = authorization.authorizationFacts.of(bankId);
  // No secret in it: addresses are kept by browsers and seen on the way.
  const link = `${identityFacts.baseUrl}/account/${bankId}/reset`;
  return {
    ...messageTo(contact, user.profile.language),
    messageKind: 'one-time-password',
    said: {
      kind: 'template',
      templateId: 'password-reset',
      data: {
        bank: bankName,
        code,
        // A page that anybody on the way could change is not worth pointing at.
        ...(link.startsWith('https://') ? { link } : {}),
        'valid-for-minutes': temporaryMinutes(channel),
        domain: codeDomain,
      },
    },
  };
}

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
  readonly userId: string;
  /** Asked of the user as it is when the password is saved: what was replaced meanwhile is not written to. */
  readonly wayTo: (user: User) => TemporaryWay | undefined;
}

export interface TemporaryWay {
  readonly contact: RecoveryContact;
  readonly channel: TemporaryChannel;
}

/**
 * Makes a temporary password and has it delivered, both or neither. Nobody but the message knows it; the password
 * there is stays as it is.
 */
export async function sendTemporaryPassword(
  ctx: Context & IdentityPorts,
  { userId, wayTo }: TemporaryFor,
): Promise<void> {
  const { authorization, bankId, clock, identityVault, passwordHasher } = ctx;
  const code = identityVault.newTemporaryPassword(resetCredentialLength);
  const hash = await passwordHasher.hash(bankId, code);
  await runCommand(ctx, async (work) => {
    const held = await lockUser(work, ctx, userId);
    const way = held !== undefined && mayRecover(held) ? wayTo(held) : undefined;
    if (held !== undefined && way !== undefined) {
      const { channel } = way;
      const now = clock.now();
      const expiresAt = now.add({ minutes: temporaryMinutes(channel) });
      saveTemporary(work, { bankId, userId, hash, channel, expiresAt, now });
      const message = { ...resetMessage(ctx, { ...way, user: held, code }), expires: expiresAt };
      await enterDelivery({ ...ctx, ...authorization.correspondence }, work, message);
      work.emit(userEvent('resetRequested', userId, { reason: channel }));
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'temporary-password', after: way?.channel ?? 'none' }],
    });
  });
}

function resetMessage(
  { authorization, bankId, identityFacts }: Context & IdentityPorts,
  { channel, code, contact, user }: TemporaryWay & { readonly user: User; readonly code: string },
): InitiateDelivery {
  const { bankName, codeDomain } = authorization.authorizationFacts.of(bankId);
  // No secret in it: addresses are kept by browsers and seen on the way.
  const link = `${identityFacts.baseUrl}/account/${bankId}/reset`;
  return {
    ...messageTo(contact, { ...user, language: user.profile.language }),
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

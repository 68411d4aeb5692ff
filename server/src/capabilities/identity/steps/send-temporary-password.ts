import { isDeepStrictEqual } from 'node:util';
import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { resetCredentialLength } from '../domain/policy.ts';
import { mayRecover, type RecoveryContact, temporaryMinutes } from '../domain/recovery.ts';
import type { User } from '../domain/user.ts';
import { messageTo } from '../engine/messages/account-message.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { saveTemporary, type TemporaryChannel } from '../store/credentials.store.ts';
import { findUser, lockUser } from '../store/users.store.ts';

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

/** A contact that changes while the message is written makes it worthless; that happens once, if ever. */
const attemptsMax = 3;

/** Ends a command without a trace: one that is saved settles its event, and no other could send any more. */
class ContactChanged extends Error {
  override readonly name = 'ContactChanged';
}

/**
 * Makes a temporary password and has it delivered, both or neither. Nobody but the message knows it; the password
 * there is stays as it is. A contact that does not come to rest is a failure: the event stays, and is worked off later.
 */
export async function sendTemporaryPassword(
  ctx: Context & IdentityPorts,
  asked: TemporaryFor,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(ctx, asked);
    } catch (error) {
      if (!(error instanceof ContactChanged) || attempt === attemptsMax) throw error;
    }
  }
}

/** The message is written before the user is locked: whoever makes texts may be slow. */
async function sendOnce(ctx: Context & IdentityPorts, { userId, wayTo }: TemporaryFor): Promise<void> {
  const { authorization, bankId, clock, db, identityVault, passwordHasher } = ctx;
  const sending = { ...ctx, ...authorization.correspondence };
  const wayOf = (user: User | undefined): TemporaryWay | undefined =>
    user !== undefined && mayRecover(user) ? wayTo(user) : undefined;
  const user = await findUser(db, ctx, userId);
  const way = wayOf(user);
  if (user === undefined || way === undefined) return auditNone(ctx, userId);
  const { channel } = way;
  const now = clock.now();
  const code = identityVault.newTemporaryPassword(resetCredentialLength);
  const hash = await passwordHasher.hash(bankId, code);
  const expires = now.add({ minutes: temporaryMinutes(channel) });
  const composed = await composeDelivery(sending, { ...resetMessage(ctx, { ...way, user, code }), expires });
  await runCommand(ctx, async (work) => {
    const current = wayOf(await lockUser(work, ctx, userId));
    if (!isDeepStrictEqual(current, way)) throw new ContactChanged();
    saveTemporary(work, { bankId, userId, hash, channel, expiresAt: expires, now });
    await queueDelivery(sending, work, composed);
    work.emit(userEvent('resetRequested', userId, { reason: channel }));
    work.audit(noteOf(userId, channel));
  });
}

/** That nobody could be written to is recorded, too. */
async function auditNone(ctx: Context, userId: string): Promise<void> {
  await runCommand(ctx, async (work) => work.audit(noteOf(userId, 'none')));
}

function noteOf(userId: string, after: string): Parameters<Work['audit']>[0] {
  return { aggregateKind: 'user', aggregateId: userId, changes: [{ field: 'temporary-password', after }] };
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

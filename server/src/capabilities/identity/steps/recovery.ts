import { isDeepStrictEqual } from 'node:util';
import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  recoveryClientPerDay,
  recoveryPerDay,
  recoveryPerHour,
  resetCredentialLength,
} from '../domain/policy.ts';
import {
  mayRecover,
  type RecoveryChannel,
  type RecoveryContact,
  temporaryMinutes,
} from '../domain/recovery.ts';
import { networkScope } from '../domain/sign-in/quota-limit.ts';
import type { User } from '../domain/user.ts';
import { messageTo } from '../engine/messages/account-message.ts';
import { type recoveryKinds, recoveryRequested, userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { type TemporaryChannel, upsertTemporaryPassword } from '../store/credentials.store.ts';
import { findUser, lockUser } from '../store/users.store.ts';
import { personNetworks } from './person.ts';
import { enforceClientQuota, enforceQuota, type QuotaCheck } from './quotas.ts';

/** A recovery to request. */
export interface RequestRecovery {
  readonly kind: (typeof recoveryKinds)[number];
  readonly channel: RecoveryChannel | undefined;
  /** Normalized username, contact or customer number. */
  readonly identifier: string;
  /** The user that matches it. */
  readonly userId: string | undefined;
  /** The IP address of the person, as passed on by an application. */
  readonly personAddress: string | undefined;
}

function limitsFor(share: number): QuotaCheck['limits'] {
  return [
    { count: recoveryPerHour * share, seconds: 3_600 },
    { count: recoveryPerDay * share, seconds: 86_400 },
  ];
}

/**
 * Queues an account recovery. Writes the same rows for known and unknown users; the worker looks up the user and sends
 * the message later, so response times do not reveal which accounts exist.
 */
export async function requestRecovery(ctx: Context & IdentityPorts, request: RequestRecovery): Promise<void> {
  const { bankId, ids, identityVault } = ctx;
  const { channel, identifier, kind, userId } = request;
  const subject = userId ?? identityVault.unknownUserKey(bankId, identifier);
  const recoveryId = ids.uuid(virtualShard(bankId, subject));
  const networks = networksOfPerson(ctx, request);
  const ofIdentifier = { scope: 'recovery-identifier', key: identifier, limits: limitsFor(1) };
  const ofNetworks = (networks ?? []).map(({ network, share }) => ({
    scope: networkScope,
    key: network,
    limits: limitsFor(share),
  }));
  await runCommand(ctx, async (work) => {
    await enforceQuota(ctx, work, [ofIdentifier, ...ofNetworks]);
    await enforceClientQuota(ctx, work, {
      scope: 'recovery-client',
      perDay: recoveryClientPerDay,
      isPersonKnown: networks !== undefined,
    });
    work.emit(
      eventOf(recoveryRequested, recoveryId, {
        subject,
        kind,
        ...(channel === undefined ? {} : { channel }),
      }),
    );
    work.audit({
      aggregateKind: 'recovery',
      aggregateId: recoveryId,
      changes: [
        { field: 'subject', after: subject },
        { field: 'kind', after: kind },
      ],
    });
  });
}

/** Staff share one IP address and are authenticated: apply the identifier limit only. */
function networksOfPerson(
  ctx: Context,
  { personAddress }: RequestRecovery,
): ReturnType<typeof personNetworks> {
  return ctx.caller.kind === 'employee' ? undefined : personNetworks(ctx, personAddress);
}

/** A request for a temporary password. */
export interface TemporaryPasswordRequest {
  readonly userId: string;
  /** Evaluated again when the password is saved: a contact that was replaced in the meantime gets no message. */
  readonly recipientOf: (user: User) => TemporaryPasswordRecipient | undefined;
}

export interface TemporaryPasswordRecipient {
  readonly contact: RecoveryContact;
  readonly channel: TemporaryChannel;
}

/** A contact that changes while the message is composed makes it useless; more than one retry is unlikely. */
const attemptsMax = 3;

/** Rolls the command back: a committed one would settle its event, and no later one could send the message. */
class ContactChanged extends Error {
  override readonly name = 'ContactChanged';
}

/**
 * Creates a temporary password and queues its delivery, both or neither. Only the message contains it; the current
 * password stays valid. Throws if the contact keeps changing: the event stays queued and is processed later.
 */
export async function sendTemporaryPassword(
  ctx: Context & IdentityPorts,
  request: TemporaryPasswordRequest,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(ctx, request);
    } catch (error) {
      if (!(error instanceof ContactChanged) || attempt === attemptsMax) throw error;
    }
  }
}

/** Composes the message before the user is locked, because composing may be slow. */
async function sendOnce(
  ctx: Context & IdentityPorts,
  { userId, recipientOf }: TemporaryPasswordRequest,
): Promise<void> {
  const { authorization, bankId, clock, db, identityVault, passwordHasher } = ctx;
  const sending = { ...ctx, ...authorization.correspondence };
  const recipientFor = (user: User | undefined): TemporaryPasswordRecipient | undefined =>
    user !== undefined && mayRecover(user) ? recipientOf(user) : undefined;
  const user = await findUser(db, ctx, userId);
  const recipient = recipientFor(user);
  if (user === undefined || recipient === undefined) return auditNone(ctx, userId);
  const { channel } = recipient;
  const now = clock.now();
  const code = identityVault.newTemporaryPassword(resetCredentialLength);
  const hash = await passwordHasher.hash(bankId, code);
  const expires = now.add({ minutes: temporaryMinutes(channel) });
  const composed = await composeDelivery(sending, {
    ...resetMessage(ctx, { ...recipient, user, code }),
    expires,
  });
  await runCommand(ctx, async (work) => {
    const current = recipientFor(await lockUser(work, ctx, userId));
    if (!isDeepStrictEqual(current, recipient)) throw new ContactChanged();
    upsertTemporaryPassword(work, { bankId, userId, hash, channel, expiresAt: expires, now });
    await queueDelivery(sending, work, composed);
    work.emit(userEvent('resetRequested', userId, { reason: channel }));
    work.audit(auditEntry(userId, channel));
  });
}

/** Records that no message could be sent. */
async function auditNone(ctx: Context, userId: string): Promise<void> {
  await runCommand(ctx, async (work) => work.audit(auditEntry(userId, 'none')));
}

function auditEntry(userId: string, after: string): Parameters<Work['audit']>[0] {
  return { aggregateKind: 'user', aggregateId: userId, changes: [{ field: 'temporary-password', after }] };
}

function resetMessage(
  { authorization, bankId, identityFacts }: Context & IdentityPorts,
  {
    channel,
    code,
    contact,
    user,
  }: TemporaryPasswordRecipient & { readonly user: User; readonly code: string },
): InitiateDelivery {
  const { bankName, codeDomain } = authorization.authorizationFacts.of(bankId);
  // Contains no secret: browsers and proxies store addresses.
  const link = `${identityFacts.baseUrl}/account/${bankId}/reset`;
  return {
    ...messageTo(contact, { ...user, language: user.profile.language }),
    messageKind: 'one-time-password',
    source: {
      kind: 'template',
      templateId: 'password-reset',
      data: {
        bank: bankName,
        code,
        // A page without TLS could be modified in transit, so no link is sent.
        ...(link.startsWith('https://') ? { link } : {}),
        'valid-for-minutes': temporaryMinutes(channel),
        domain: codeDomain,
      },
    },
  };
}

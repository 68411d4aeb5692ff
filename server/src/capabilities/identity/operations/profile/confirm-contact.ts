import { authorizationProblems, consumeFactor, verifyOtp } from '#capabilities/authorization/index.ts';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Reader } from '#platform/db/reader.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { channelFor, isOver, openContact, provenContact } from '../../domain/contacts.ts';
import { type ContactKind, isActive, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { codeContext } from '../../steps/code-context.ts';
import { lockOwnUser, ownUserId } from '../../steps/own-user.ts';
import { saveProvenContact } from '../../steps/proven-contact.ts';
import { listContactVerifications } from '../../store/contact-verifications.store.ts';
import { findUser } from '../../store/users.store.ts';

/** A contact and the code that was sent to it. */
export interface ConfirmContact {
  readonly kind: ContactKind;
  readonly value: string;
  readonly otp: string;
}

/**
 * Verifies a contact with the code that was sent to it. Authorization verifies the code and counts the attempt in its
 * own command; this operation then consumes the passed code, once, together with the change.
 */
export async function confirmContact(ctx: Context & IdentityPorts, request: ConfirmContact): Promise<void> {
  const { db } = ctx;
  const userId = ownUserId(ctx);
  // In this order: if the verification is no longer open because it has just been confirmed, the user row shows it.
  const verificationId = await findOpen(ctx, db, { userId, request });
  const user = await findUser(db, ctx, userId);
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  if (verificationId === undefined) return refuseUnlessProven(ctx, user, request);
  await verifyCode(ctx, { channel: channelFor(request.kind), verificationId, otp: request.otp });
  try {
    await runCommand(ctx, (work) => verify(ctx, work, { request, verificationId }));
    // Another user has verified the same contact since: there is nothing left to confirm.
  } catch (error) {
    throw isTaken(error) ? problems['verification-expired']() : error;
  }
}

/** Finds the open verification of exactly this contact. */
async function findOpen(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  db: Reader,
  { request: { kind, value }, userId }: { readonly userId: string; readonly request: ConfirmContact },
): Promise<string | undefined> {
  const started = await listContactVerifications(db, { bankId, userId });
  const indexes = identityVault.contactIndexes(bankId, kind, value);
  const open = started.find(
    (one) => one.kind === kind && indexes.some((index) => one.valueIndex.equals(index)),
  );
  if (open === undefined || open.verificationId === '' || isOver(open.expiresAt, clock.now()))
    return undefined;
  return open.verificationId;
}

/** Succeeds if the contact is already verified, else refuses. */
function refuseUnlessProven(
  { bankId, identityVault }: Context & IdentityPorts,
  user: User,
  { kind, value }: ConfirmContact,
): void {
  const proven = provenContact(user, kind);
  const indexOf = (text: string): Buffer => identityVault.contactIndexes(bankId, kind, text)[0];
  if (proven === undefined || !indexOf(proven).equals(indexOf(value)))
    throw problems['verification-expired']();
}

async function verifyCode(
  ctx: Context & IdentityPorts,
  input: Parameters<typeof verifyOtp>[1],
): Promise<void> {
  try {
    await verifyOtp(codeContext(ctx), input);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The code was accepted before and the request was interrupted: continue.
    if (isProblem(error, authorizationProblems['replayed-otp'])) return;
    if (isProblem(error, authorizationProblems['no-such-verification']))
      throw problems['verification-expired']();
    if (isProblem(error, authorizationProblems['bad-otp']))
      return rejectFieldErrors([fieldErrorAt(['otp'], 'mismatch')]);
    throw error;
  }
}

function isProblem(
  problem: Problem,
  { literal, owner }: { readonly literal: string; readonly owner: string },
): boolean {
  return problem.owner === owner && problem.literal === literal;
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (isProblem(error, problems['email-already-used']) ||
      isProblem(error, problems['phone-number-already-used']))
  );
}

interface ContactConfirmation {
  readonly request: ConfirmContact;
  readonly verificationId: string;
}

async function verify(
  ctx: Context & IdentityPorts,
  work: Work,
  { request, verificationId }: ContactConfirmation,
): Promise<void> {
  const { kind } = request;
  const user = await lockOwnUser(ctx, work);
  const value = openContact(user, kind);
  const isOpen = (await findOpen(ctx, work, { userId: user.userId, request })) === verificationId;
  if (!isOpen || value === undefined || !(await consumeCode(ctx, work, { kind, user, verificationId }))) {
    refuseUnlessProven(ctx, user, request);
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    return;
  }
  // Saves the contact to which the code was sent, not the one in this request: upper and lower case may differ.
  const changes = saveProvenContact(ctx, work, { kind, user, value });
  work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes });
}

/** Consumes the passed code: an SMS code could otherwise be used as a second factor elsewhere. */
async function consumeCode(
  ctx: Context & IdentityPorts,
  work: Work,
  {
    kind,
    user,
    verificationId,
  }: { readonly kind: ContactKind; readonly user: User; readonly verificationId: string },
): Promise<boolean> {
  if (kind === 'email') return true;
  const { userId } = user;
  const factor = { kind: 'sms', verificationId } as const;
  const use = { factor, userId, actions: ['contact-change'], usedFor: `phone of ${userId}` } as const;
  return consumeFactor(codeContext(ctx), work, use);
}

import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import {
  assignVerifications,
  consumeVerification,
  isVerified,
  type VerificationCriteria,
} from '#capabilities/authorization/index.ts';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { userIdFrom, virtualShard } from '#platform/kernel/ids.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ContactKind, stateAfterProof, type UserProfile } from '../../domain/user.ts';
import { isForeignContact, isReservedUsername } from '../../domain/username.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { checkCustomer } from '../../steps/check-customer.ts';
import { validateNewPassword } from '../../steps/new-password.ts';
import { type EncodedPicture, reencodePicture } from '../../steps/pictures.ts';
import { enforceSignupQuota } from '../../steps/quotas.ts';
import { upsertPassword } from '../../store/credentials.store.ts';
import { insertPicture } from '../../store/pictures.store.ts';
import { isNameReserved } from '../../store/username-reservations.store.ts';
import { findUserByName, findUsersBy, insertUser } from '../../store/users.store.ts';

/** A user to register; values are normalized. */
export interface RegisterUser {
  readonly username: string;
  readonly password: string | undefined;
  readonly email: string;
  readonly phone: string;
  readonly customerNumber: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly hintPictureUrl: string | undefined;
  readonly termsVersion: string | undefined;
  readonly verificationIds: readonly string[];
  /** The IP address of the person, as passed on by an application. */
  readonly personAddress?: string | undefined;
  /** A user whom the bank knew before, in another system. Only the bank's own work may say so. */
  readonly known?: KnownUser;
}

/** What the bank knows of a user from another system. */
export interface KnownUser {
  readonly since: Temporal.Instant;
  /** Contacts that the bank has verified there. */
  readonly verified: readonly ContactKind[];
}

export interface RegisteredUser {
  readonly userId: string;
  readonly username: string;
}

type Ctx = Context & IdentityPorts;

/**
 * Registers a user. Reports values that are already in use one at a time, and only to a caller that has verified them
 * or is trusted.
 */
export async function registerUser(ctx: Ctx, request: RegisterUser): Promise<RegisteredUser> {
  const { bankId, clock, ids } = ctx;
  const { passwordHash, picture } = await prepareCommand(ctx, () => prepareUser(ctx, request));
  const now = clock.now();
  const createdAt = request.known?.since ?? now;
  const userId = userIdFrom(ids.uuid(virtualShard(bankId, request.customerNumber ?? request.username)));
  return runCommand(ctx, async (work) => {
    const proven = await provenContacts(ctx, work, { ...request, userId });
    if (isSigningUp(ctx)) refuseUnproven(proven);
    await refuseUsed(ctx, work, request);
    const customerNumber = await customerOf(ctx, work, { request, proven });
    if (customerNumber !== undefined)
      await assignVerifications(ctx, work, { customerNumber, verificationIds: request.verificationIds });
    const profile = profileOf(request, proven);
    const fresh = { state: 'pending', profile, termsVersion: request.termsVersion } as const;
    const state = stateAfterProof(fresh);
    insertUser(work, ctx, {
      ...fresh,
      state,
      userId,
      username: request.username,
      kind: 'customer',
      customerNumber,
      openEmailAt: profile.openEmail === undefined ? undefined : now,
      openPhoneAt: profile.openPhone === undefined ? undefined : now,
      phoneCoolingOffUntil: undefined,
      lastLoginAt: undefined,
      lastAnswerValidatedAt: undefined,
      lastPasswordResetAt: undefined,
      hintPictureId: picture?.pictureId,
      profilePictureId: undefined,
      createdAt,
    });
    if (passwordHash !== undefined) upsertPassword(work, { bankId, userId, hash: passwordHash, now });
    if (picture !== undefined) savePicture(ctx, work, userId, picture);
    work.emit(userEvent('registered', userId));
    if (state === 'active') work.emit(userEvent('activated', userId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'status', after: state }],
    });
    return { userId, username: request.username };
  });
}

interface PreparedUser {
  readonly passwordHash: string | undefined;
  readonly picture: EncodedPicture | undefined;
}

/**
 * Verifies the contacts before the expensive work: hashing a password and re-encoding a picture take time, and the
 * quota belongs to the person.
 */
async function prepareUser(ctx: Ctx, request: RegisterUser): Promise<PreparedUser> {
  refuseIncomplete(ctx, request);
  if (isSigningUp(ctx)) {
    refuseUnproven(await findProven(ctx, request));
    await countRegistration(ctx, request);
  }
  const passwordHash =
    request.password === undefined ? undefined : await validatedHash(ctx, request, request.password);
  const picture =
    request.hintPictureUrl === undefined
      ? undefined
      : await reencodePicture(ctx, {
          url: request.hintPictureUrl,
          field: 'hint-picture-url',
          // A verified number at self-registration: usernames are free of charge, phone numbers are not.
          owner: request.phone,
        });
  return { passwordHash, picture };
}

/**
 * Counts a registration like an availability check, because it reveals whether a username is in use; it stays counted
 * when it is refused.
 */
async function countRegistration(ctx: Ctx, { personAddress, phone }: RegisterUser): Promise<void> {
  await runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    await enforceSignupQuota(ctx, work, { personAddress, phone });
    work.audit({ aggregateKind: 'username', aggregateId: 'availability', changes: [] });
  });
}

/**
 * Returns whether the caller is an application for self-registration, which is trusted less than staff applications.
 */
function isSigningUp({ caller }: Ctx): boolean {
  return caller.kind === 'application' && !caller.scopes.has('identity.users.register');
}

function refuseIncomplete(ctx: Ctx, { password, verificationIds }: RegisterUser): void {
  if (!isSigningUp(ctx)) return;
  rejectFieldErrors([
    ...(password === undefined ? [fieldErrorAt(['password'], 'required')] : []),
    ...(verificationIds.length === 0 ? [fieldErrorAt(['verification-ids'], 'required')] : []),
  ]);
}

const fieldErrors = {
  'too-short': 'too-short',
  'too-long': 'too-long',
  blocklisted: 'pattern',
  'contains-personal-data': 'pattern',
} as const;

async function validatedHash(ctx: Ctx, request: RegisterUser, password: string): Promise<string> {
  const profile = profileOf(request, { email: false, phone: false });
  // GAP: the specification has no 440 for a bad password here, so it is reported as a field error. ADR-0045
  const errors = validateNewPassword(ctx, { username: request.username, profile }, password);
  rejectFieldErrors(errors.map((error) => fieldErrorAt(['password'], fieldErrors[error])));
  return ctx.passwordHasher.hash(ctx.bankId, password);
}

interface Proven {
  readonly email: boolean;
  readonly phone: boolean;
}

/** Consumes the codes of this registration and returns which contacts they verify. */
async function provenContacts(
  ctx: Ctx,
  work: Work,
  request: RegisterUser & { readonly userId: string },
): Promise<Proven> {
  if (request.known !== undefined) return provenBefore(ctx, request.known);
  const usedFor = `registration ${request.userId}`;
  const proofs = { ...ctx, ...ctx.authorization };
  return provenBy(request, (criteria) => consumeVerification(proofs, work, { ...criteria, usedFor }));
}

function provenBefore({ caller }: Ctx, { verified }: KnownUser): Proven {
  assert(caller.kind === 'system', 'only the bank itself knows what it has verified before');
  return { email: verified.includes('email'), phone: verified.includes('phone') };
}

/** Returns the same without consuming the codes: another registration may still consume them first. */
async function findProven(ctx: Ctx, request: RegisterUser): Promise<Proven> {
  return provenBy(request, (criteria) => isVerified({ ...ctx, ...ctx.authorization }, ctx.db, criteria));
}

type IsProof = (criteria: VerificationCriteria) => Promise<boolean>;

async function provenBy(request: RegisterUser, isProof: IsProof): Promise<Proven> {
  let [email, phone] = [false, false];
  for (const verificationId of request.verificationIds) {
    const isEmail = await isProof({ verificationId, channel: 'email', contact: request.email });
    const isPhone = !isEmail && (await isProof({ verificationId, channel: 'sms', contact: request.phone }));
    if (!isEmail && !isPhone) rejectFieldErrors([fieldErrorAt(['verification-ids'], 'mismatch')]);
    email ||= isEmail;
    phone ||= isPhone;
  }
  return { email, phone };
}

function refuseUnproven({ email, phone }: Proven): void {
  if (!email || !phone) rejectFieldErrors([fieldErrorAt(['verification-ids'], 'required')]);
}

/** Refuses values that are in use, in the order of the specification, one per response. */
async function refuseUsed(ctx: Ctx, work: Work, request: RegisterUser): Promise<void> {
  const { email, phone, username } = request;
  const { bankId, clock, identityFacts, identityVault: vault } = ctx;
  const noCriteria = {
    customerNumber: undefined,
    emailIndexes: undefined,
    phoneIndexes: undefined,
    loginIndexes: undefined,
  };
  const [named, isReserved, mailed, called] = await Promise.all([
    findUserByName(work, ctx, username),
    isNameReserved(work, ctx, { username, now: clock.now(), userId: undefined }),
    findUsersBy(work, ctx, { ...noCriteria, emailIndexes: vault.contactIndexes(bankId, 'email', email) }),
    findUsersBy(work, ctx, { ...noCriteria, phoneIndexes: vault.contactIndexes(bankId, 'phone', phone) }),
  ]);
  const isForBank = isReservedUsername(username, identityFacts.of(bankId).bankName);
  const isForeign = isForeignContact(username, request);
  if (named !== undefined || isReserved || isForBank || isForeign) throw problems['username-already-used']();
  if (mailed.length > 0) throw problems['email-already-used']();
  if (called.length > 0) throw problems['phone-number-already-used']();
}

/** Returns the party of the user; undefined for prospects, who name none. */
async function customerOf(
  ctx: Ctx,
  work: Work,
  { request, proven }: { readonly request: RegisterUser; readonly proven: Proven },
): Promise<string | undefined> {
  const { customerNumber, phone } = request;
  if (customerNumber === undefined) return undefined;
  const claim = { isEmailProven: proven.email, isPhoneProven: proven.phone };
  return checkCustomer(ctx, work, { customerNumber, phone, ...claim });
}

function profileOf(request: RegisterUser, proven: Proven): UserProfile {
  return {
    firstName: request.firstName,
    lastName: request.lastName,
    language: undefined,
    email: proven.email ? request.email : undefined,
    openEmail: proven.email ? undefined : request.email,
    phone: proven.phone ? request.phone : undefined,
    openPhone: proven.phone ? undefined : request.phone,
  };
}

function savePicture({ bankId, clock }: Ctx, work: Work, userId: string, picture: EncodedPicture): void {
  insertPicture(work, { ...picture, bankId, userId, kind: 'hint', now: clock.now() });
}

import {
  assignVerifications,
  isVerified,
  useVerification,
  type VerificationCriteria,
} from '#capabilities/authorization/index.ts';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { userIdFrom, virtualShard } from '#platform/kernel/ids.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { stateAfterProof, type UserProfile } from '../domain/user.ts';
import { isForeignContact, isReservedUsername } from '../domain/username.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { checkCustomer } from '../steps/check-customer.ts';
import { enforceSignupQuota } from '../steps/enforce-signup-quota.ts';
import { type MadePicture, makePicture } from '../steps/make-picture.ts';
import { validateNewPassword } from '../steps/validate-new-password.ts';
import { savePassword } from '../store/credentials.store.ts';
import { insertPicture } from '../store/pictures.store.ts';
import { isNameReserved } from '../store/username-reservations.store.ts';
import { findUserByName, findUsersBy, insertUser } from '../store/users.store.ts';

/** Somebody who is to have a way in; values as they are kept. */
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
  /** The address of the person, as an application passed it on. */
  readonly personAddress?: string | undefined;
}

export interface RegisteredUser {
  readonly userId: string;
  readonly username: string;
}

type Ctx = Context & IdentityPorts;

/** Registers a user. What is already in use is told one at a time, to whoever has proved to own it or is trusted. */
export async function registerUser(ctx: Ctx, asked: RegisterUser): Promise<RegisteredUser> {
  const { bankId, clock, ids } = ctx;
  const { passwordHash, picture } = await prepareCommand(ctx, () => prepareUser(ctx, asked));
  const now = clock.now();
  const userId = userIdFrom(ids.uuid(virtualShard(bankId, asked.customerNumber ?? asked.username)));
  return runCommand(ctx, async (work) => {
    const proven = await provenContacts(ctx, work, { ...asked, userId });
    if (isSigningUp(ctx)) refuseUnproven(proven);
    await refuseTaken(ctx, work, asked);
    const customerNumber = await customerOf(ctx, work, { asked, proven });
    if (customerNumber !== undefined)
      await assignVerifications(ctx, work, { customerNumber, verificationIds: asked.verificationIds });
    const profile = profileOf(asked, proven);
    const fresh = { state: 'pending', profile, termsVersion: asked.termsVersion } as const;
    const state = stateAfterProof(fresh);
    insertUser(work, ctx, {
      ...fresh,
      state,
      userId,
      username: asked.username,
      kind: 'customer',
      customerNumber,
      openEmailAt: profile.openEmail === undefined ? undefined : now,
      openPhoneAt: profile.openPhone === undefined ? undefined : now,
      phoneCoolsUntil: undefined,
      lastLoginAt: undefined,
      lastAnswerValidatedAt: undefined,
      lastPasswordResetAt: undefined,
      hintPictureId: picture?.pictureId,
      profilePictureId: undefined,
      createdAt: now,
    });
    if (passwordHash !== undefined) savePassword(work, { bankId, userId, hash: passwordHash, now });
    if (picture !== undefined) enterPicture(ctx, work, userId, picture);
    work.emit(userEvent('registered', userId));
    if (state === 'active') work.emit(userEvent('activated', userId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'status', after: state }],
    });
    return { userId, username: asked.username };
  });
}

interface PreparedUser {
  readonly passwordHash: string | undefined;
  readonly picture: MadePicture | undefined;
}

/** Hashing a password and remaking a picture cost time, and a quota is the person's: first the contacts are proven. */
async function prepareUser(ctx: Ctx, asked: RegisterUser): Promise<PreparedUser> {
  refuseIncomplete(ctx, asked);
  if (isSigningUp(ctx)) {
    refuseUnproven(await findProven(ctx, asked));
    await countQuestion(ctx, asked);
  }
  const passwordHash =
    asked.password === undefined ? undefined : await validatedHash(ctx, asked, asked.password);
  const picture =
    asked.hintPictureUrl === undefined
      ? undefined
      : await makePicture(ctx, {
          url: asked.hintPictureUrl,
          field: 'hint-picture-url',
          // Proven where strangers sign up: names cost nothing, numbers do.
          owner: asked.phone,
        });
  return { passwordHash, picture };
}

/** A registration tells whether a name is taken, so it counts like the question; it stays counted when it is refused. */
async function countQuestion(ctx: Ctx, { personAddress, phone }: RegisterUser): Promise<void> {
  await runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    await enforceSignupQuota(ctx, work, { personAddress, phone });
    work.audit({ aggregateKind: 'username', aggregateId: 'availability', changes: [] });
  });
}

/** Applications in which strangers sign up are trusted less than those of the bank's own staff. */
function isSigningUp({ caller }: Ctx): boolean {
  return caller.kind === 'application' && !caller.scopes.has('identity.users.register');
}

function refuseIncomplete(ctx: Ctx, { password, verificationIds }: RegisterUser): void {
  if (!isSigningUp(ctx)) return;
  refuseFaults([
    ...(password === undefined ? [faultAt(['password'], 'required')] : []),
    ...(verificationIds.length === 0 ? [faultAt(['verification-ids'], 'required')] : []),
  ]);
}

const fieldFaults = {
  'too-short': 'too-short',
  'too-long': 'too-long',
  blocklisted: 'pattern',
  'contains-personal-data': 'pattern',
} as const;

async function validatedHash(ctx: Ctx, asked: RegisterUser, password: string): Promise<string> {
  const profile = profileOf(asked, { email: false, phone: false });
  // GAP: the specification has no 440 for a bad password here, so the field is at fault. ADR-0045
  const faults = validateNewPassword(ctx, { username: asked.username, profile }, password);
  refuseFaults(faults.map((fault) => faultAt(['password'], fieldFaults[fault])));
  return ctx.passwordHasher.hash(ctx.bankId, password);
}

interface Proven {
  readonly email: boolean;
  readonly phone: boolean;
}

/** Which contacts a code came back from; each proof is used up by this registration. */
async function provenContacts(
  ctx: Ctx,
  work: Work,
  asked: RegisterUser & { readonly userId: string },
): Promise<Proven> {
  const usedFor = `registration ${asked.userId}`;
  const proofs = { ...ctx, ...ctx.authorization };
  return provenBy(asked, (criteria) => useVerification(proofs, work, { ...criteria, usedFor }));
}

/** The same without using anything up: what is found now may be used by another registration before this one. */
async function findProven(ctx: Ctx, asked: RegisterUser): Promise<Proven> {
  return provenBy(asked, (criteria) => isVerified({ ...ctx, ...ctx.authorization }, ctx.db, criteria));
}

type IsProof = (criteria: VerificationCriteria) => Promise<boolean>;

async function provenBy(asked: RegisterUser, isProof: IsProof): Promise<Proven> {
  let [email, phone] = [false, false];
  for (const verificationId of asked.verificationIds) {
    const isEmail = await isProof({ verificationId, channel: 'email', contact: asked.email });
    const isPhone = !isEmail && (await isProof({ verificationId, channel: 'sms', contact: asked.phone }));
    if (!isEmail && !isPhone) refuseFaults([faultAt(['verification-ids'], 'mismatch')]);
    email ||= isEmail;
    phone ||= isPhone;
  }
  return { email, phone };
}

function refuseUnproven({ email, phone }: Proven): void {
  if (!email || !phone) refuseFaults([faultAt(['verification-ids'], 'required')]);
}

/** In the order of the specification, one for each answer. */
async function refuseTaken(ctx: Ctx, work: Work, asked: RegisterUser): Promise<void> {
  const { email, phone, username } = asked;
  const { bankId, clock, identityFacts, identityVault: vault } = ctx;
  const nobody = {
    customerNumber: undefined,
    emailIndexes: undefined,
    phoneIndexes: undefined,
    loginIndexes: undefined,
  };
  const [named, isReserved, mailed, called] = await Promise.all([
    findUserByName(work, ctx, username),
    isNameReserved(work, ctx, { username, now: clock.now(), userId: undefined }),
    findUsersBy(work, ctx, { ...nobody, emailIndexes: vault.contactIndexes(bankId, 'email', email) }),
    findUsersBy(work, ctx, { ...nobody, phoneIndexes: vault.contactIndexes(bankId, 'phone', phone) }),
  ]);
  const isForBank = isReservedUsername(username, identityFacts.of(bankId).bankName);
  const isForeign = isForeignContact(username, asked);
  if (named !== undefined || isReserved || isForBank || isForeign) throw problems['username-already-used']();
  if (mailed.length > 0) throw problems['email-already-used']();
  if (called.length > 0) throw problems['phone-number-already-used']();
}

/** The party the user belongs to; none is named by those who are no customers yet. */
async function customerOf(
  ctx: Ctx,
  work: Work,
  { asked, proven }: { readonly asked: RegisterUser; readonly proven: Proven },
): Promise<string | undefined> {
  const { customerNumber, phone } = asked;
  if (customerNumber === undefined) return undefined;
  const claim = { isEmailProven: proven.email, isPhoneProven: proven.phone };
  return checkCustomer(ctx, work, { customerNumber, phone, ...claim });
}

function profileOf(asked: RegisterUser, proven: Proven): UserProfile {
  return {
    firstName: asked.firstName,
    lastName: asked.lastName,
    language: undefined,
    email: proven.email ? asked.email : undefined,
    openEmail: proven.email ? undefined : asked.email,
    phone: proven.phone ? asked.phone : undefined,
    openPhone: proven.phone ? undefined : asked.phone,
  };
}

function enterPicture({ bankId, clock }: Ctx, work: Work, userId: string, picture: MadePicture): void {
  insertPicture(work, { ...picture, bankId, userId, kind: 'hint', now: clock.now() });
}

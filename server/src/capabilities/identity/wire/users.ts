import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { isPersonName, normalizeName } from '#platform/kernel/person-name.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type * as me from '../contract/me.ts';
import type * as users from '../contract/users.ts';
import { passwordPolicyCacheSeconds } from '../domain/policy.ts';
import { shownContact } from '../domain/user.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { UsernameAvailability } from '../operations/registration/is-username-available.ts';
import type { RegisteredUser, RegisterUser } from '../operations/registration/register-user.ts';
import type { FindUser } from '../operations/users/find-user.ts';
import type { ShownHint } from '../operations/users/get-user.ts';
import type { ShownUser } from '../steps/user-profile.ts';
import { shapeProfile } from './profile-shape.ts';

export function toNewUser({ body, headers }: RequestOf<typeof users.registerUser>): RegisterUser {
  return inspect('body', (cursor) => ({
    username: normalizeUsername(body.username) ?? cursor.at('username').report('pattern') ?? '',
    password: body.password,
    email: normalizeEmail(body.email)?.address ?? cursor.at('email').report('format') ?? '',
    phone: parsePhone(body['phone-number'])?.number ?? cursor.at('phone-number').report('format') ?? '',
    customerNumber: body['customer-number'],
    firstName: mapDefined(body['first-name'], (text) => nameIn(text, cursor.at('first-name'))),
    lastName: mapDefined(body['last-name'], (text) => nameIn(text, cursor.at('last-name'))),
    hintPictureUrl: body['hint-picture-url'],
    termsVersion: body['terms-version'],
    verificationIds: body['verification-ids'] ?? [],
    personAddress: headers['psu-ip-address'],
  }));
}

function nameIn(text: string, cursor: FieldCursor): string | undefined {
  const name = normalizeName(text);
  return isPersonName(name) ? name : cursor.report('pattern');
}

export function toRegisteredResponse({
  userId,
  username,
}: RegisteredUser): ResponseOf<typeof users.registerUser> {
  const uri = `/v1/identity/users/${encodeURIComponent(username)}`;
  return { status: 201, body: { 'user-id': userId, username, uri }, headers: { location: uri } };
}

export function toFindUser({ query }: RequestOf<typeof users.findUser>): FindUser {
  return inspect('query', (cursor) => ({
    customerNumber: query.customer,
    email: mapDefined(
      query.email,
      (text) => normalizeEmail(text)?.address ?? cursor.at('email').report('format'),
    ),
    phone: mapDefined(
      query['phone-number'],
      (text) => parsePhone(text)?.number ?? cursor.at('phone-number').report('format'),
    ),
    login: query.login,
  }));
}

export function toUsername({ params }: RequestOf<typeof users.getUser>): { readonly username: string } {
  return { username: params.username };
}

export function toAvailability({
  headers,
  params,
}: RequestOf<typeof users.isUsernameAvailable>): UsernameAvailability {
  const { 'psu-ip-address': address, 'x-human-check': humanCheck } = headers;
  return { username: params.username, humanCheck, personAddress: address };
}

export function toAvailableResponse(): ResponseOf<typeof users.isUsernameAvailable> {
  return { status: 200 };
}

type ProfileRequest =
  | RequestOf<typeof users.getUser>
  | RequestOf<typeof users.findUser>
  | RequestOf<typeof me.getMe>;

/** Maps a profile to its response; it has the same form for every caller. */
export function toProfileResponse(
  shown: ShownUser | ShownHint,
  { query }: ProfileRequest,
): ResponseOf<typeof users.getUser> {
  if (shown.kind === 'hint') {
    return { status: 200, body: { username: shown.username, 'hint-picture-url': shown.hintPictureUrl } };
  }
  const profile = profileOf(shown);
  return {
    status: 200,
    body: shapeProfile(query, profile),
    headers: { etag: etagOf(shown.user.rowVersion, profile) },
  };
}

const etagDigits = 11;

/** Returns a strong ETag: much of a profile changes without the user's row, so it covers the whole response. */
function etagOf(version: bigint, profile: object): string {
  const digest = createHash('sha256').update(JSON.stringify(profile)).digest('base64url');
  return `"${version}.${digest.slice(0, etagDigits)}"`;
}

function profileOf(shown: ShownUser): Readonly<Record<string, unknown>> & { readonly username: string } {
  const { linkedLogins, lockExpires, now, user } = shown;
  const [email, phone] = [shownContact(user, 'email', now), shownContact(user, 'phone', now)];
  const isLocked = lockExpires !== undefined && user.state === 'active';
  return {
    ...omitUndefined({
      'user-id': user.userId,
      'customer-number': user.customerNumber,
      'last-login': momentText(user.lastLoginAt),
      'last-answer-validated': momentText(user.lastAnswerValidatedAt),
      'last-password-reset': momentText(user.lastPasswordResetAt),
      'lock-expires': momentText(isLocked ? lockExpires : undefined),
      'first-name': user.profile.firstName,
      'last-name': user.profile.lastName,
      email: email?.value,
      'email-verified': email?.isVerified,
      'phone-number': phone?.value,
      'phone-number-verified': phone?.isVerified,
      'profile-picture-url': shown.profilePictureUrl,
    }),
    username: user.username,
    'hint-picture-url': shown.hintPictureUrl,
    'linked-logins': linkedLogins.map(({ login, provider }) => ({ login, provider })),
    'multifactor-enabled': shown.isMultifactorEnabled,
    status: isLocked ? 'locked' : user.state,
  };
}

function momentText(moment: Temporal.Instant | undefined): string | undefined {
  return moment?.toString({ fractionalSecondDigits: 3 });
}

export function toRequirementsResponse({
  length,
}: {
  readonly length: number;
}): ResponseOf<typeof users.getPasswordRequirements> {
  return {
    status: 200,
    body: { length, 'non-alphanumeric': false, lowercase: false, uppercase: false, digit: false },
    headers: { 'cache-control': `private, max-age=${passwordPolicyCacheSeconds}` },
  };
}

import {
  type AccountView,
  type ContactCodeError,
  changeContact,
  changePassword,
  choosePicture,
  confirmContact,
  identityProblems,
  latinDigits,
  mayChangeContacts,
  type NewContactError,
  type OwnPasswordError,
  ownContext,
  passwordLengthMin,
  viewPictures,
} from '#capabilities/identity/index.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import { Problem, type ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { SignedInRequest } from './page-request.ts';

type Fields = ReadonlyMap<string, string>;

/** What follows a form: another page, or the same form with what is wrong. */
export type SettingResult =
  | { readonly kind: 'next'; readonly query: Readonly<Record<string, string>> }
  | { readonly kind: 'again'; readonly view: AccountView };

type Contact = 'email' | 'phone';

function next(query: Readonly<Record<string, string>>): SettingResult {
  return { kind: 'next', query };
}

function again(view: AccountView): SettingResult {
  return { kind: 'again', view };
}

/** Returns the form that the query of the address names. */
export function settingIn(signed: SignedInRequest, query: URLSearchParams): AccountView | undefined {
  const { ctx, own } = signed;
  const contact = contactIn(query.get('contact'));
  switch (query.get('show') ?? '') {
    case 'change-password':
      return passwordForm(signed, []);
    case 'choose-picture':
      return isStrong(signed) ? viewPictures(ctx, own) : { kind: 'sign-in-again' };
    case 'change-contact':
      return contact && contactForm(signed, contact);
    case 'confirm-contact':
      return contact && codeForm(signed, contact);
    default:
      return undefined;
  }
}

/** Processes a form of these pages. */
export type SettingForm = (signed: SignedInRequest, fields: Fields) => Promise<SettingResult>;

/** The forms of these pages, by the name of their step. */
export const settingForms: Readonly<Record<string, SettingForm>> = {
  'save-password': savePassword,
  'send-contact-code': sendContactCode,
  'confirm-contact': enterContactCode,
  async 'save-picture'(signed, fields) {
    if (!isStrong(signed)) return again({ kind: 'sign-in-again' });
    await choosePicture(signed.ctx, signed.own, pictureIn(fields.get('picture')));
    return next({ said: 'picture-changed' });
  },
};

/** Returns no number for anything but one digit. */
function pictureIn(text = ''): number {
  return /^\d$/v.test(text) ? Number(text) : Number.NaN;
}

/** Returns whether the customer has signed in with two factors. */
export function isStrong({ own }: SignedInRequest): boolean {
  return own.session.assurance === 'sca';
}

function contactIn(text: string | null | undefined): Contact | undefined {
  return text === 'email' || text === 'phone' ? text : undefined;
}

function passwordForm({ own }: SignedInRequest, errors: readonly OwnPasswordError[]): AccountView {
  return { kind: 'change-password', errors, lengthMin: passwordLengthMin, username: own.user.username };
}

const secretMax = 1_024;

async function savePassword(signed: SignedInRequest, fields: Fields): Promise<SettingResult> {
  const { ctx, own } = signed;
  const [current, wanted, repeated] = ['current-password', 'new-password', 'repeat-password'].map((name) =>
    (fields.get(name) ?? '').slice(0, secretMax),
  );
  if (current === undefined || current === '') return again(passwordForm(signed, ['current-missing']));
  // Not compared with the current one yet, so that a typing error costs no attempt.
  if (wanted === undefined || wanted !== repeated) return again(passwordForm(signed, ['passwords-differ']));
  try {
    const { sessionId } = own.session;
    await changePassword(ownContext(ctx, own), { currentPassword: current, newPassword: wanted, sessionId });
  } catch (error) {
    const errors = passwordErrorsIn(error);
    if (errors === undefined) throw error;
    return again(passwordForm(signed, errors));
  }
  return next({ said: 'password-changed' });
}

const requirements = ['too-short', 'too-long', 'blocklisted', 'contains-personal-data'] as const;

function passwordErrorsIn(error: unknown): readonly OwnPasswordError[] | undefined {
  if (isProblem(error, standardProblems.invalid)) return ['current-wrong'];
  if (isProblem(error, identityProblems['password-same-as-existing'])) return ['same-as-existing'];
  const rule = identityProblems['password-does-not-meet-requirements'];
  if (!(error instanceof Problem) || !isProblem(error, rule)) return undefined;
  const { details = '' } = error.more;
  const named = typeof details === 'string' ? details.split(', ') : [];
  return requirements.filter((one) => named.includes(one));
}

export function isProblem(error: unknown, { literal, owner }: ProblemFactory): boolean {
  return error instanceof Problem && error.owner === owner && error.literal === literal;
}

function contactForm(
  signed: SignedInRequest,
  contact: Contact,
  { error, value }: { readonly error?: NewContactError; readonly value?: string } = {},
): AccountView {
  if (!mayChangeContacts(signed.ctx, signed.own)) return { kind: 'sign-in-again' };
  return { kind: 'change-contact', contact, value, error };
}

const contactMax = 254;

function typedContact(fields: Fields): string {
  return (fields.get('value') ?? '').trim().slice(0, contactMax);
}

function normalizedContact(contact: Contact, typed: string): string | undefined {
  return contact === 'email' ? normalizeEmail(typed)?.address : parsePhone(typed)?.number;
}

/** Sends a code to the new contact. */
async function sendContactCode(signed: SignedInRequest, fields: Fields): Promise<SettingResult> {
  const contact = contactIn(fields.get('contact')) ?? 'email';
  if (!mayChangeContacts(signed.ctx, signed.own)) return again({ kind: 'sign-in-again' });
  const typed = typedContact(fields);
  const refused = (error: NewContactError): SettingResult =>
    again(contactForm(signed, contact, { error, value: typed }));
  if (typed === '') return refused('required');
  const value = normalizedContact(contact, typed);
  if (value === undefined) return refused('invalid');
  try {
    await changeContact(ownContext(signed.ctx, signed.own), { kind: contact, value });
  } catch (error) {
    const known = contactErrorIn(error);
    if (known === undefined) throw error;
    return refused(known);
  }
  return next({ show: 'confirm-contact', contact });
}

function contactErrorIn(error: unknown): NewContactError | undefined {
  if (!(error instanceof Problem)) return undefined;
  const { 'email-already-used': email, 'phone-number-already-used': phone } = identityProblems;
  if (isProblem(error, email) || isProblem(error, phone)) return 'in-use';
  return error.entry.kind === 'too-many' ? 'too-soon' : undefined;
}

/** Asks for the code, as long as a new contact waits for it. */
function codeForm(
  { own: { user } }: SignedInRequest,
  contact: Contact,
  error?: ContactCodeError,
): AccountView | undefined {
  const { openEmail, openPhone } = user.profile;
  const value = contact === 'email' ? openEmail : openPhone;
  return value === undefined ? undefined : { kind: 'confirm-contact', contact, value, error };
}

async function enterContactCode(signed: SignedInRequest, fields: Fields): Promise<SettingResult> {
  const contact = contactIn(fields.get('contact')) ?? 'email';
  const { openEmail, openPhone } = signed.own.user.profile;
  const value = contact === 'email' ? openEmail : openPhone;
  // Confirmed in another window, or given up.
  if (value === undefined) return next({});
  try {
    const otp = latinDigits(fields.get('code') ?? '');
    await confirmContact(ownContext(signed.ctx, signed.own), { kind: contact, value, otp });
  } catch (error) {
    const known = codeErrorIn(error);
    if (known === undefined) throw error;
    const view = codeForm(signed, contact, known);
    return view === undefined ? next({}) : again(view);
  }
  return next({ said: `${contact}-changed` });
}

function codeErrorIn(error: unknown): ContactCodeError | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (isProblem(error, standardProblems.invalid)) return 'wrong';
  if (isProblem(error, identityProblems['verification-expired'])) return 'over';
  return error.entry.kind === 'too-many' ? 'too-soon' : undefined;
}

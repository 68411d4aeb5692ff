import type { ExemptionKind } from './exemptions.ts';
import { scaFailuresMax } from './policy.ts';
import { type Approach, isFinal, type ScaStatus } from './status.ts';

/** Why an authorisation failed. The page and the way back say it in words. */
export const failures = [
  'cancelled',
  'too-many-passwords',
  'too-many-codes',
  'timed-out',
  'no-method',
  'no-account',
  'cannot-sign',
  'declined',
  'confirmation-wrong',
  'subject-ended',
] as const;
export type Failure = (typeof failures)[number];

/** The approval of one subject by one customer, as far as its rules need it. */
export interface Authorisation {
  /** Changes only from embedded to decoupled, when the customer chooses a device. */
  readonly approach: Approach;
  readonly status: ScaStatus;
  readonly wrongPasswords: number;
  readonly wrongCodes: number;
  /** Present exactly with the status `failed`. */
  readonly failure?: Failure;
  /** Why no second factor was needed. Present exactly with the status `exempted`. */
  readonly exemption?: ExemptionKind;
}

/** What follows the first factor: nothing more, a method, or nothing that could follow. */
type PasswordRight =
  | { readonly next: 'exempted'; readonly exemption: ExemptionKind }
  | { readonly next: 'choose-method' | 'no-method' };

/** What can happen to an authorisation. Verdicts about passwords and codes come from identity and authorization. */
interface EventData {
  /** The third party names the customer. On the bank's page a name changes nothing before its password is right. */
  identified: object;
  'password-right': PasswordRight;
  'password-wrong': object;
  /** The customer's first factor is locked: attempts elsewhere count too. */
  'password-locked': object;
  'method-selected': { readonly method: 'code' | 'device' };
  'code-wrong': object;
  /** No code can be right any more: the second factor is locked. */
  'code-locked': object;
  /** The authorization server makes the link to the page, for the browser that has come to it. */
  linked: object;
  /** The customer opens the page, or the device shows the request. */
  arrived: object;
  /** The customer goes on on the page: a name, a choice, more time. */
  continued: object;
  /** The second factor is passed: the right code, a passkey, or the approval of a device. */
  approved: { readonly isConfirmationNeeded: boolean };
  confirmed: object;
  ended: { readonly failure: Failure };
}

type EventKind = keyof EventData;
export type AuthorisationEvent<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & EventData[Each];
}[Kind];

/** A new authorisation. With a PSU-ID the customer is identified from the start. */
export function newAuthorisation(
  approach: Approach,
  { isIdentified }: { readonly isIdentified: boolean },
): Authorisation {
  return { approach, status: isIdentified ? 'psuIdentified' : 'received', wrongPasswords: 0, wrongCodes: 0 };
}

/** Returns the authorisation after an event; undefined if the event cannot happen in this status. */
export function after<Kind extends EventKind>(
  authorisation: Authorisation,
  event: AuthorisationEvent<Kind>,
): Authorisation | undefined {
  if (isFinal(authorisation.status)) return undefined;
  const rule: Rules[Kind] = rules[event.kind];
  return rule(authorisation, event);
}

type Rules = {
  readonly [Kind in EventKind]: (
    authorisation: Authorisation,
    event: AuthorisationEvent<Kind>,
  ) => Authorisation | undefined;
};

const rules: Rules = {
  identified: (one) =>
    one.approach === 'REDIRECT' ? undefined : moved(one, ['received', 'psuIdentified'], 'psuIdentified'),
  'password-right': afterPassword,
  'password-wrong': afterWrongPassword,
  'password-locked': (one) => (mayAuthenticate(one) ? failed(one, 'too-many-passwords') : undefined),
  'method-selected': (one, { method }) => afterMethod(one, method),
  'code-wrong': afterWrongCode,
  'code-locked': (one) => (mayApprove(one) ? failed(one, 'too-many-codes') : undefined),
  linked: (one) => (isAwaitingBrowser(one) ? one : undefined),
  arrived: afterArrival,
  continued: (one) => (isOnPage(one) ? one : undefined),
  approved: (one, { isConfirmationNeeded }) =>
    mayApprove(one) ? { ...one, status: isConfirmationNeeded ? 'unconfirmed' : 'finalised' } : undefined,
  confirmed: (one) => (one.approach === 'REDIRECT' ? moved(one, ['unconfirmed'], 'finalised') : undefined),
  ended: (one, { failure }) => failed(one, failure),
};

function moved(
  authorisation: Authorisation,
  from: readonly ScaStatus[],
  to: ScaStatus,
): Authorisation | undefined {
  return from.includes(authorisation.status) ? { ...authorisation, status: to } : undefined;
}

function failed(authorisation: Authorisation, failure: Failure): Authorisation {
  return { ...authorisation, status: 'failed', failure };
}

/** On the bank's pages the status stays `started` from the arrival to the end; the page has its own steps. */
function isOnPage({ approach, status }: Authorisation): boolean {
  return approach === 'REDIRECT' && status === 'started';
}

/** The page was not opened yet. */
function isAwaitingBrowser({ approach, status }: Authorisation): boolean {
  return approach === 'REDIRECT' && (status === 'received' || status === 'psuIdentified');
}

/** Returns whether a password can be checked now. */
function mayAuthenticate(authorisation: Authorisation): boolean {
  if (isOnPage(authorisation)) return true;
  const { approach, status } = authorisation;
  return approach === 'EMBEDDED' && (status === 'received' || status === 'psuIdentified');
}

/** Returns whether a second factor can be checked now. */
function mayApprove(authorisation: Authorisation): boolean {
  const { approach, status } = authorisation;
  if (approach === 'REDIRECT') return status === 'started';
  return status === 'scaMethodSelected' || status === 'started';
}

function afterPassword(authorisation: Authorisation, right: PasswordRight): Authorisation | undefined {
  if (!mayAuthenticate(authorisation)) return undefined;
  const known = { ...authorisation, wrongPasswords: 0 };
  switch (right.next) {
    case 'exempted':
      return { ...known, status: 'exempted', exemption: right.exemption };
    case 'no-method':
      return failed(known, 'no-method');
    case 'choose-method':
      return isOnPage(known) ? known : { ...known, status: 'psuAuthenticated' };
  }
}

function afterWrongPassword(authorisation: Authorisation): Authorisation | undefined {
  if (!mayAuthenticate(authorisation)) return undefined;
  const wrongPasswords = authorisation.wrongPasswords + 1;
  const counted = { ...authorisation, wrongPasswords };
  return wrongPasswords < scaFailuresMax ? counted : failed(counted, 'too-many-passwords');
}

/** A third party selects once; on the page the customer may choose again. */
function afterMethod(authorisation: Authorisation, method: 'code' | 'device'): Authorisation | undefined {
  if (isOnPage(authorisation)) return authorisation;
  if (authorisation.approach === 'REDIRECT' || authorisation.status !== 'psuAuthenticated') return undefined;
  return method === 'code'
    ? { ...authorisation, status: 'scaMethodSelected' }
    : { ...authorisation, approach: 'DECOUPLED', status: 'scaMethodSelected' };
}

/** A wrong code leaves the authorisation open until the fifth, for every method. */
function afterWrongCode(authorisation: Authorisation): Authorisation | undefined {
  if (!mayApprove(authorisation)) return undefined;
  const wrongCodes = authorisation.wrongCodes + 1;
  const counted = { ...authorisation, wrongCodes };
  return wrongCodes < scaFailuresMax ? counted : failed(counted, 'too-many-codes');
}

function afterArrival(authorisation: Authorisation): Authorisation | undefined {
  const { approach, status } = authorisation;
  if (approach === 'REDIRECT')
    return moved(authorisation, ['received', 'psuIdentified', 'started'], 'started');
  return approach === 'DECOUPLED' &&
    (status === 'psuIdentified' || status === 'scaMethodSelected' || status === 'started')
    ? { ...authorisation, status: 'started' }
    : undefined;
}

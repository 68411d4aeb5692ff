import { thirdPartyReason } from './login-attempts.ts';
import type { ContactKind } from './user.ts';

/** The fields of an event that a notice uses. */
export interface NoticedEvent {
  readonly name: string;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The text of a notice, and its recipients. */
export interface NoticeText {
  readonly templateId: 'account-changed' | 'new-sign-in' | 'account-locked';
  readonly data: Readonly<Record<string, string | boolean>>;
  /**
   * `usual`: by the customer's notification settings. `all`: by every medium of the user. `party`: to every contact of
   * the party and of its other users, because the new user may not be the customer.
   */
  readonly reach: 'usual' | 'all' | 'party';
  /** The kind of contact whose previous value is notified as well. */
  readonly replaced: ContactKind | undefined;
}

const changes: Readonly<Record<string, string>> = {
  'user-registered': 'user-registered',
  'password-changed': 'password-changed',
  'password-reset-completed': 'password-reset',
  'username-changed': 'username-changed',
  'email-verification-started': 'email-change-started',
  'email-verified': 'email-changed',
  'phone-number-verification-started': 'phone-number-change-started',
  'phone-number-verified': 'phone-number-changed',
  'security-answers-set': 'security-answers-set',
  'linked-login-registered': 'linked-login-added',
  'linked-login-removed': 'linked-login-removed',
  'passkey-registered': 'passkey-added',
  'passkey-removed': 'passkey-removed',
};

/** Events of devices, which another capability emits and notifies of. */
const deviceChanges: Readonly<Record<string, string>> = {
  'device-paired': 'device-paired',
  'device-unpaired': 'device-unpaired',
};

/** The events about which the customer is notified. */
export const noticedEvents: readonly string[] = [...Object.keys(changes), 'user-locked', 'user-signed-in'];

const replacedBy: Readonly<Record<string, ContactKind>> = {
  'email-verified': 'email',
  'phone-number-verified': 'phone',
};

/** Events that may be the last step of an account takeover: the notice goes to every contact. */
const sentEverywhere: ReadonlySet<string> = new Set([
  'password-reset-completed',
  ...Object.keys(replacedBy),
  ...Object.keys(deviceChanges),
]);

const browserNameMax = 60;

export function noticeFor(
  { data, name, occurredAt }: NoticedEvent,
  { bankName, timeZone }: { readonly bankName: string; readonly timeZone: string },
): NoticeText | undefined {
  const at = { bank: bankName, at: occurredAt, 'time-zone': timeZone };
  const usual = { reach: 'usual', replaced: undefined } as const;
  if (name === 'user-signed-in') {
    const browser = textOf(data['reason']).slice(0, browserNameMax) || '–';
    return { ...usual, templateId: 'new-sign-in', data: { ...at, browser } };
  }
  // The customer still signs in everywhere, and a third party must not be able to send messages by wrong passwords.
  if (name === 'user-locked' && data['reason'] === thirdPartyReason) return undefined;
  if (name === 'user-locked') return { ...usual, templateId: 'account-locked', data: lockOf(data, at) };
  const what = changes[name] ?? deviceChanges[name];
  if (what === undefined) return undefined;
  return {
    templateId: 'account-changed',
    data: { ...at, what },
    reach: reachFor(name),
    replaced: replacedBy[name],
  };
}

function reachFor(name: string): NoticeText['reach'] {
  if (name === 'user-registered') return 'party';
  return sentEverywhere.has(name) ? 'all' : 'usual';
}

function lockOf(
  data: NoticedEvent['data'],
  { bank, 'time-zone': timeZone }: { readonly bank: string; readonly 'time-zone': string },
): NoticeText['data'] {
  const until = textOf(data['until']);
  return {
    bank,
    ...(until === '' ? {} : { until, 'time-zone': timeZone }),
    'is-last-warning': data['is-last-warning'] === true,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import type { ContactKind } from './user.ts';

/** What has happened, as far as a notice tells. */
export interface NoticedEvent {
  readonly name: string;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is said, and to whom. */
export interface NoticeText {
  readonly templateId: 'account-changed' | 'new-sign-in' | 'account-locked';
  readonly data: Readonly<Record<string, string | boolean>>;
  /**
   * By the ways the customer is warned by; by all there are; or at every contact of the party and of its other users,
   * because the user itself may not be the customer.
   */
  readonly reach: 'usual' | 'all' | 'party';
  /** The kind of contact of which the one before is told as well. */
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

/** Of all these events somebody is told. */
export const noticedEvents: readonly string[] = [...Object.keys(changes), 'user-locked', 'user-signed-in'];

const replacedBy: Readonly<Record<string, ContactKind>> = {
  'email-verified': 'email',
  'phone-number-verified': 'phone',
};

/** What may have been a thief's last step is told everywhere. */
const sentEverywhere: ReadonlySet<string> = new Set(['password-reset-completed', ...Object.keys(replacedBy)]);

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
  if (name === 'user-locked') return { ...usual, templateId: 'account-locked', data: lockOf(data, at) };
  const what = changes[name];
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

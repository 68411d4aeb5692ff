import { compareMoney, formatMoney, type Money } from '#platform/kernel/money.ts';
import { type ContactMedium, contactMedia, type Frequency } from './literals.ts';
import type { GroupId, NotificationGroup } from './notification-groups.ts';

/** What a customer said about a group, for one account or for all of them. It is whole: what is absent is unwanted. */
export interface StoredPreference {
  readonly groupId: GroupId;
  /** Absent: all accounts. */
  readonly accountId: string | undefined;
  readonly threshold: Money | undefined;
  /** Absent: at once. */
  readonly frequency: Frequency | undefined;
  readonly mediaOn: readonly ContactMedium[];
  readonly mediaOff: readonly ContactMedium[];
}

/** How a customer is told of a group. */
export interface EffectivePreference {
  readonly mediaOn: readonly ContactMedium[];
  /** Turned off, or never turned on. */
  readonly mediaOff: readonly ContactMedium[];
  readonly threshold: Money | undefined;
  readonly frequency: Frequency | undefined;
  readonly isMandatory: boolean;
}

/** What a customer wants to be otherwise: absent stays as it is, null is wanted no more. */
export interface PreferenceRequest {
  readonly groupId: GroupId;
  readonly accountId?: string;
  readonly threshold?: Money | null;
  readonly frequency?: Frequency | null;
  readonly turnedOn?: readonly ContactMedium[];
  readonly turnedOff?: readonly ContactMedium[];
}

/** A preference as it is shown. */
export interface ShownPreference extends EffectivePreference {
  readonly groupId: GroupId;
  readonly accountId: string | undefined;
  readonly isDefault: boolean;
}

/** In a mandatory group this one cannot be turned off: it needs no address that could be gone. */
const floor: ContactMedium = 'mailbox';

/** What was said about the account wins over what was said about all of them, and that over the group's own way. */
export function effectivePreference(
  group: NotificationGroup,
  stored: readonly StoredPreference[],
  accountId: string | undefined,
): EffectivePreference {
  const own = preferenceFor(group, stored, accountId);
  const isOn = (medium: ContactMedium): boolean => {
    if (group.isMandatory && medium === floor) return true;
    if (own?.mediaOn.includes(medium)) return true;
    return own?.mediaOff.includes(medium) ? false : group.mediaOn.includes(medium);
  };
  const { frequency, threshold } = own ?? group;
  return {
    mediaOn: contactMedia.filter((medium) => isOn(medium)),
    mediaOff: contactMedia.filter((medium) => !isOn(medium)),
    // What nobody can do without is neither weighed nor gathered.
    threshold: group.isMandatory ? undefined : threshold,
    frequency: group.isMandatory ? undefined : frequency,
    isMandatory: group.isMandatory,
  };
}

/** Whether an amount is worth telling. What cannot be compared is told. */
export function passesThreshold(
  group: NotificationGroup,
  { threshold }: EffectivePreference,
  amount: Money | undefined,
): boolean {
  if (group.isMandatory || threshold === undefined || amount === undefined) return true;
  if (threshold.currency !== amount.currency) return true;
  const order = compareMoney(amount, threshold);
  return group.groupId === 'low-balance' ? order < 0 : order >= 0;
}

/** The preference with the wish in it, or why it cannot be. */
export function wishedPreference(
  group: NotificationGroup,
  stored: readonly StoredPreference[],
  request: PreferenceRequest,
): StoredPreference | 'preference-not-changeable' {
  if (group.isMandatory && !isLeftToCustomers(request)) return 'preference-not-changeable';
  const { accountId, turnedOff = [], turnedOn = [] } = request;
  const before = effectivePreference(group, stored, accountId);
  const isOn = (medium: ContactMedium): boolean =>
    turnedOn.includes(medium) || (before.mediaOn.includes(medium) && !turnedOff.includes(medium));
  return {
    groupId: group.groupId,
    accountId,
    threshold: changed(before.threshold, request.threshold),
    frequency: changed(before.frequency, request.frequency),
    mediaOn: contactMedia.filter((medium) => isOn(medium)),
    mediaOff: contactMedia.filter((medium) => !isOn(medium)),
  };
}

/** Whether a wish asks for anything at all. */
export function asksForSomething(request: PreferenceRequest): boolean {
  const { frequency, threshold, turnedOff = [], turnedOn = [] } = request;
  return threshold !== undefined || frequency !== undefined || turnedOn.length > 0 || turnedOff.length > 0;
}

/** The preferences of a customer: one per group, and beside it those of single accounts. */
export function shownPreferences(
  groups: readonly NotificationGroup[],
  stored: readonly StoredPreference[],
): readonly ShownPreference[] {
  return groups.flatMap((group) => {
    const own = stored.filter(({ groupId }) => groupId === group.groupId);
    const accounts = own.map(({ accountId }) => accountId).filter((accountId) => accountId !== undefined);
    return [undefined, ...accounts.toSorted()].map((accountId) => ({
      groupId: group.groupId,
      accountId,
      ...effectivePreference(group, own, accountId),
      isDefault: !own.some((preference) => preference.accountId === accountId),
    }));
  });
}

/** One line about a preference, for the trail of changes. */
export function describePreference({ frequency, mediaOn, threshold }: StoredPreference): string {
  const weighed = threshold === undefined ? [] : [formatMoney(threshold), threshold.currency];
  return [...mediaOn, ...weighed, ...(frequency === undefined ? [] : [frequency])].join(' ');
}

function preferenceFor(
  { groupId }: NotificationGroup,
  stored: readonly StoredPreference[],
  accountId: string | undefined,
): StoredPreference | undefined {
  const own = stored.filter((preference) => preference.groupId === groupId);
  return (
    own.find((preference) => preference.accountId === accountId) ??
    own.find((preference) => preference.accountId === undefined)
  );
}

/** Of a mandatory group customers choose the media beside the mailbox, and nothing else. */
function isLeftToCustomers({ frequency, threshold, turnedOff = [] }: PreferenceRequest): boolean {
  return (frequency ?? null) === null && (threshold ?? null) === null && !turnedOff.includes(floor);
}

function changed<T>(before: T | undefined, wish: T | null | undefined): T | undefined {
  if (wish === undefined) return before;
  return wish === null ? undefined : wish;
}

import { compareMoney, formatMoney, type Money } from '#platform/kernel/money.ts';
import { type ContactMedium, contactMedia, type Frequency } from './literals.ts';
import type { GroupId, NotificationGroup } from './notification-groups.ts';

/** A stored preference of a customer for a group, for one account or for all. It is complete: absent media are off. */
export interface StoredPreference {
  readonly groupId: GroupId;
  /** Absent: all accounts. */
  readonly accountId: string | undefined;
  readonly threshold: Money | undefined;
  /** Absent: immediately. */
  readonly frequency: Frequency | undefined;
  readonly mediaOn: readonly ContactMedium[];
  readonly mediaOff: readonly ContactMedium[];
}

/** Effective preference of a customer for a group. */
export interface EffectivePreference {
  readonly mediaOn: readonly ContactMedium[];
  /** Turned off, or never turned on. */
  readonly mediaOff: readonly ContactMedium[];
  readonly threshold: Money | undefined;
  readonly frequency: Frequency | undefined;
  readonly isMandatory: boolean;
}

/** A preference change: an absent member stays unchanged, null clears it. */
export interface PreferenceRequest {
  readonly groupId: GroupId;
  readonly accountId?: string;
  readonly threshold?: Money | null;
  readonly frequency?: Frequency | null;
  readonly turnedOn?: readonly ContactMedium[];
  readonly turnedOff?: readonly ContactMedium[];
}

/** A preference as returned to clients. */
export interface PreferenceView extends EffectivePreference {
  readonly groupId: GroupId;
  readonly accountId: string | undefined;
  readonly isDefault: boolean;
}

/** The medium that cannot be turned off in a mandatory group, because it needs no address. */
const floor: ContactMedium = 'mailbox';

/** The preference of the account overrides that of all accounts, which overrides the default of the group. */
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
    // Mandatory groups have no threshold and no digest.
    threshold: group.isMandatory ? undefined : threshold,
    frequency: group.isMandatory ? undefined : frequency,
    isMandatory: group.isMandatory,
  };
}

/** Returns whether an amount reaches the threshold. An amount that cannot be compared does. */
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

/** Returns the preference after the change, or why the change is not possible. */
export function changedPreference(
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

/** Returns whether a change contains any member. */
export function isChange(request: PreferenceRequest): boolean {
  const { frequency, threshold, turnedOff = [], turnedOn = [] } = request;
  return threshold !== undefined || frequency !== undefined || turnedOn.length > 0 || turnedOff.length > 0;
}

/** Returns the preferences of a customer: one per group, and one per account with its own preference. */
export function preferenceViews(
  groups: readonly NotificationGroup[],
  stored: readonly StoredPreference[],
): readonly PreferenceView[] {
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

/** Formats a preference in one line, for the audit trail. */
export function describePreference({ frequency, mediaOn, threshold }: StoredPreference): string {
  const withThreshold = threshold === undefined ? [] : [formatMoney(threshold), threshold.currency];
  return [...mediaOn, ...withThreshold, ...(frequency === undefined ? [] : [frequency])].join(' ');
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

/** In a mandatory group, customers choose only the media beside the mailbox. */
function isLeftToCustomers({ frequency, threshold, turnedOff = [] }: PreferenceRequest): boolean {
  return (frequency ?? null) === null && (threshold ?? null) === null && !turnedOff.includes(floor);
}

function changed<T>(before: T | undefined, request: T | null | undefined): T | undefined {
  if (request === undefined) return before;
  return request === null ? undefined : request;
}

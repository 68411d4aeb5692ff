import { inspect, type Place } from '#dialects/channel/faults.ts';
import type { AnswerOf, RequestOf } from '#platform/http/contract.ts';
import { exponentOf, isCurrency } from '#platform/kernel/currency.ts';
import { given, maybe, merge } from '#platform/kernel/members.ts';
import { formatMoney, type Money, type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import type { getPreferences, listNotificationGroups, setPreferences } from '../contract/preferences.ts';
import type { ContactMedium } from '../domain/literals.ts';
import { channelsOf, type NotificationGroup, notificationGroup } from '../domain/notification-groups.ts';
import { thresholdMax } from '../domain/policy.ts';
import type { OwnPreference } from '../operations/get-preferences.ts';
import type { OwnWish } from '../operations/set-preferences.ts';

type Item = RequestOf<typeof setPreferences>['body']['items'][number];
type WireChannels = AnswerOf<typeof getPreferences>['body']['items'][number]['channels'];

export function toGroupsAnswer(
  groups: readonly NotificationGroup[],
): AnswerOf<typeof listNotificationGroups> {
  return {
    status: 200,
    body: {
      items: groups.map((group) =>
        given({
          'group-id': group.groupId,
          name: group.name,
          description: group.description,
          'default-channels': toWireChannels(group.mediaOn),
          'default-threshold': maybe(group.threshold, toWireMoney),
          'default-frequency': group.frequency,
          mandatory: group.isMandatory,
          'per-account': group.isPerAccount,
        }),
      ),
    },
  };
}

export function toPreferencesAnswer(shown: readonly OwnPreference[]): AnswerOf<typeof getPreferences> {
  return {
    status: 200,
    body: {
      items: shown.map(({ customerNumber, preference }) =>
        given({
          'customer-number': customerNumber,
          'account-id': preference.accountId,
          'notification-group': preference.groupId,
          threshold: maybe(preference.threshold, toWireMoney),
          frequency: preference.frequency,
          channels: toWireChannels(preference.mediaOn),
          'is-default': preference.isDefault,
        }),
      ),
    },
  };
}

/** What is to be otherwise. Whose it may be, and whether it is said twice, only the caller's token tells. */
export function toPreferenceWishes({ body }: RequestOf<typeof setPreferences>): readonly OwnWish[] {
  return inspect('body', (place) =>
    body.items.map((item, index) => readWish(item, place.at('items', index))),
  );
}

function readWish(item: Item, place: Place): OwnWish {
  const { 'account-id': accountId, channels, 'notification-group': groupId } = item;
  if (accountId !== undefined && !notificationGroup(groupId).isPerAccount)
    place.at('account-id').note('combination-not-allowed');
  for (const [index, { 'contact-medium': medium }] of (channels ?? []).entries()) {
    const first = channels?.findIndex((channel) => channel['contact-medium'] === medium);
    if (first !== index) place.at('channels', index).note('duplicate');
  }
  return given({
    customerNumber: item['customer-number'],
    groupId,
    accountId,
    threshold: merge(item.threshold, (money) => readThreshold(money, place.at('threshold'))),
    frequency: item.frequency,
    turnedOn: maybe(channels, (all) => mediaOf(all.filter(({ enabled }) => enabled))),
    turnedOff: maybe(channels, (all) => mediaOf(all.filter(({ enabled }) => !enabled))),
  });
}

function readThreshold(text: MoneyText, place: Place): Money | undefined {
  if (!isCurrency(text.currency)) return place.at('currency').note('enum');
  const money = parseMoney(text);
  if (money === undefined) return place.at('amount').note('format');
  const most = thresholdMax * 10n ** BigInt(exponentOf(money.currency));
  return money.minor > most ? place.at('amount').note('maximum') : money;
}

function mediaOf(channels: NonNullable<Item['channels']>): readonly ContactMedium[] {
  return channels.map((channel) => channel['contact-medium']);
}

function toWireChannels(mediaOn: readonly ContactMedium[]): WireChannels {
  return channelsOf(mediaOn).map(({ isEnabled, medium }) => ({
    'contact-medium': medium,
    enabled: isEnabled,
  }));
}

function toWireMoney(money: Money): MoneyText {
  return { currency: money.currency, amount: formatMoney(money) };
}

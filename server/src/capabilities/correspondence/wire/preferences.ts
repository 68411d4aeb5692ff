import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { exponentOf, isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, mapNullable, omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money, type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import type { getPreferences, listNotificationGroups, setPreferences } from '../contract/preferences.ts';
import type { ContactMedium } from '../domain/literals.ts';
import { channelsOf, type NotificationGroup, notificationGroup } from '../domain/notification-groups.ts';
import { thresholdMax } from '../domain/policy.ts';
import type { OwnPreference } from '../operations/preferences/get-preferences.ts';
import type { OwnRequest } from '../operations/preferences/set-preferences.ts';

type Item = RequestOf<typeof setPreferences>['body']['items'][number];
type WireChannels = ResponseOf<typeof getPreferences>['body']['items'][number]['channels'];

export function toGroupsResponse(
  groups: readonly NotificationGroup[],
): ResponseOf<typeof listNotificationGroups> {
  return {
    status: 200,
    body: {
      items: groups.map((group) =>
        omitUndefined({
          'group-id': group.groupId,
          name: group.name,
          description: group.description,
          'default-channels': toWireChannels(group.mediaOn),
          'default-threshold': mapDefined(group.threshold, toWireMoney),
          'default-frequency': group.frequency,
          mandatory: group.isMandatory,
          'per-account': group.isPerAccount,
        }),
      ),
    },
  };
}

export function toPreferencesResponse(shown: readonly OwnPreference[]): ResponseOf<typeof getPreferences> {
  return {
    status: 200,
    body: {
      items: shown.map(({ customerNumber, preference }) =>
        omitUndefined({
          'customer-number': customerNumber,
          'account-id': preference.accountId,
          'notification-group': preference.groupId,
          threshold: mapDefined(preference.threshold, toWireMoney),
          frequency: preference.frequency,
          channels: toWireChannels(preference.mediaOn),
          'is-default': preference.isDefault,
        }),
      ),
    },
  };
}

/** Maps preference changes. Owner and duplicates are checked in the operation, which knows the caller. */
export function toPreferenceRequests({ body }: RequestOf<typeof setPreferences>): readonly OwnRequest[] {
  return inspect('body', (root) =>
    body.items.map((item, index) => readRequest(item, root.at('items', index))),
  );
}

function readRequest(item: Item, cursor: FieldCursor): OwnRequest {
  const { 'account-id': accountId, channels, 'notification-group': groupId } = item;
  if (accountId !== undefined && !notificationGroup(groupId).isPerAccount)
    cursor.at('account-id').report('combination-not-allowed');
  for (const [index, { 'contact-medium': medium }] of (channels ?? []).entries()) {
    const first = channels?.findIndex((channel) => channel['contact-medium'] === medium);
    if (first !== index) cursor.at('channels', index).report('duplicate');
  }
  return omitUndefined({
    customerNumber: item['customer-number'],
    groupId,
    accountId,
    threshold: mapNullable(item.threshold, (money) => readThreshold(money, cursor.at('threshold'))),
    frequency: item.frequency,
    turnedOn: mapDefined(channels, (all) => mediaOf(all.filter(({ enabled }) => enabled))),
    turnedOff: mapDefined(channels, (all) => mediaOf(all.filter(({ enabled }) => !enabled))),
  });
}

function readThreshold(text: MoneyText, cursor: FieldCursor): Money | undefined {
  if (!isCurrency(text.currency)) return cursor.at('currency').report('enum');
  const money = parseMoney(text);
  if (money === undefined) return cursor.at('amount').report('format');
  const most = thresholdMax * 10n ** BigInt(exponentOf(money.currency));
  return money.minor > most ? cursor.at('amount').report('maximum') : money;
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

import { expect, test } from 'vitest';
import { contactMedia } from './literals.ts';
import {
  channelsOf,
  findGroup,
  groupIds,
  notificationGroup,
  notificationGroups,
} from './notification-groups.ts';

test('are those of the specification, in its order, and one for changes of consents', () => {
  expect(notificationGroups.map(({ groupId }) => groupId)).toEqual(groupIds);
  expect(groupIds).toHaveLength(13);
});

test('only security is mandatory, and it reaches customers without any address', () => {
  const mandatory = notificationGroups.filter(({ isMandatory }) => isMandatory);
  expect(mandatory.map(({ groupId }) => groupId)).toEqual(['security']);
  expect(mandatory[0]?.mediaOn).toContain('mailbox');
});

test.each(notificationGroups)(
  '$groupId has a name, a description and at least one default medium',
  (group) => {
    expect(group.name).toMatch(/^[A-Z]/);
    expect(group.description).toMatch(/^[A-Z].*\.$/);
    expect(group.mediaOn.length).toBeGreaterThan(0);
    expect(notificationGroup(group.groupId)).toBe(group);
  },
);

test('a notice about the mailbox is not sent to the mailbox', () => {
  expect(notificationGroup('mailbox').mediaOn).not.toContain('mailbox');
});

test('only groups about an account allow a preference per account', () => {
  expect(
    notificationGroups.filter(({ isPerAccount }) => !isPerAccount).map(({ groupId }) => groupId),
  ).toEqual(['security', 'signature-requested', 'consent-expiry', 'consent-status', 'mailbox']);
});

test('an unknown one is not found', () => {
  expect(findGroup('constructor')).toBeUndefined();
});

test('channels name every medium', () => {
  expect(channelsOf(['sms']).map(({ medium }) => medium)).toEqual(contactMedia);
  expect(channelsOf(['sms']).filter(({ isEnabled }) => isEnabled)).toEqual([
    { medium: 'sms', isEnabled: true },
  ]);
});

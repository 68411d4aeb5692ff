import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isServiceMessage } from './communication.ts';
import type { ContactConsent } from './content.ts';
import { groupOf } from './initiation.ts';
import {
  type ContactMedium,
  contactMedia,
  contactUsages,
  type MessageKind,
  messageKinds,
} from './literals.ts';
import {
  type Address,
  chooseMedium,
  type MediumChoice,
  type MediumRequest,
  type Recipient,
} from './medium-choice.ts';
import { type GroupId, groupIds, notificationGroup } from './notification-groups.ts';
import { effectivePreference, type StoredPreference } from './preferences.ts';

const address = (medium: ContactMedium, fields: Partial<Address> = {}): Address => ({
  medium,
  usage: 'primary',
  details: `to-${medium}`,
  optOuts: [],
  ...fields,
});
const everywhere = (['letter', 'mailbox', 'sms', 'push', 'email'] as const).map((medium) => address(medium));
const reader = (fields: Partial<Recipient> = {}): Recipient => ({
  addresses: everywhere,
  optIns: [],
  optOuts: [],
  ...fields,
});
const reachedBy = (...media: readonly ContactMedium[]): Recipient =>
  reader({ addresses: media.map((medium) => address(medium)) });
const request = (messageKind: MessageKind, fields: Partial<MediumRequest> = {}): MediumRequest => ({
  messageKind,
  medium: undefined,
  preference: undefined,
  ...fields,
});
const preferring = (...mediaOn: readonly ContactMedium[]) => ({
  mediaOn,
  mediaOff: everywhere.map(({ medium }) => medium).filter((medium) => !mediaOn.includes(medium)),
  isMandatory: false,
});

/** The media of a choice in order: the first one, then the alternatives. */
function way(choice: MediumChoice): readonly ContactMedium[] | string {
  return choice.kind === 'chosen' ? [choice.contact.kind, ...choice.alternatives] : choice.kind;
}

describe('without any preference', () => {
  test.each<[MessageKind, readonly ContactMedium[]]>([
    ['notice', ['email', 'push', 'sms', 'mailbox']],
    ['reminder', ['email', 'push', 'sms', 'mailbox']],
    ['advice', ['email', 'push', 'sms', 'mailbox']],
    ['alert', ['push', 'sms', 'email', 'mailbox']],
    ['security-notice', ['push', 'sms', 'email', 'mailbox']],
    ['statement', ['email', 'mailbox']],
    ['private-message', ['mailbox']],
    ['one-time-password', ['sms']],
    ['announcement', ['email']],
  ])('a %s is sent by %j', (kind, media) => {
    expect(way(chooseMedium(request(kind), reader()))).toEqual(media);
  });

  test('media without an address are skipped', () => {
    expect(way(chooseMedium(request('alert'), reachedBy('email', 'mailbox')))).toEqual(['email', 'mailbox']);
    expect(way(chooseMedium(request('alert'), reachedBy('mailbox')))).toEqual(['mailbox']);
  });

  test('a recipient without an address, or with only a postal one, is not reachable', () => {
    expect(chooseMedium(request('notice'), reachedBy())).toEqual({ kind: 'no-contact' });
    expect(chooseMedium(request('notice'), reachedBy('letter'))).toEqual({ kind: 'no-contact' });
  });

  test('the first of several addresses is used, with its use', () => {
    const addresses = [
      address('email', { details: 'first', usage: 'work' }),
      address('email', { details: 'second' }),
    ];
    expect(chooseMedium(request('notice'), reader({ addresses }))).toEqual({
      kind: 'chosen',
      contact: { kind: 'email', usage: 'work', details: 'first' },
      alternatives: [],
      isCopied: false,
    });
  });
});

describe('the medium requested by the sender', () => {
  test('comes first, the others except letter follow', () => {
    expect(way(chooseMedium(request('notice', { medium: 'sms' }), reader()))).toEqual([
      'sms',
      'email',
      'push',
      'mailbox',
    ]);
  });

  test('may be a letter', () => {
    expect(way(chooseMedium(request('statement', { medium: 'letter' }), reader()))).toEqual([
      'letter',
      'email',
      'mailbox',
    ]);
  });

  test('is refused without an address for it, even if other addresses exist', () => {
    expect(chooseMedium(request('notice', { medium: 'sms' }), reachedBy('email', 'mailbox'))).toEqual({
      kind: 'no-contact',
    });
  });

  test('is skipped if the customer turned it off', () => {
    const preference = preferring('push', 'mailbox');
    expect(way(chooseMedium(request('notice', { medium: 'sms', preference }), reader()))).toEqual([
      'push',
      'mailbox',
    ]);
  });

  test('is refused if the customer turned everything off', () => {
    const preference = preferring();
    expect(chooseMedium(request('notice', { medium: 'sms', preference }), reader())).toEqual({
      kind: 'opted-out',
    });
  });
});

describe('preferences', () => {
  test('leave only the enabled media, in the order of the kind', () => {
    const preference = preferring('letter', 'email', 'sms');
    expect(way(chooseMedium(request('alert', { preference }), reader()))).toEqual(['sms', 'email', 'letter']);
  });

  test('that turn everything off are reported as such, and a missing address as such', () => {
    expect(chooseMedium(request('notice', { preference: preferring() }), reader())).toEqual({
      kind: 'opted-out',
    });
    expect(chooseMedium(request('notice', { preference: preferring('sms') }), reachedBy('email'))).toEqual({
      kind: 'no-contact',
    });
  });

  test('of a mandatory group cannot turn off the mailbox', () => {
    const preference = { ...preferring(), isMandatory: true };
    expect(way(chooseMedium(request('security-notice', { preference }), reader()))).toEqual(['mailbox']);
  });

  test.each(['email', 'sms', 'push', 'letter'] as const)(
    'of a mandatory group keep the mailbox for a sender who requests %s',
    (medium) => {
      const preference = { ...preferring(), isMandatory: true };
      expect(way(chooseMedium(request('security-notice', { medium, preference }), reader()))).toEqual([
        'mailbox',
      ]);
    },
  );

  test('do not apply to codes', () => {
    const preference = preferring();
    expect(way(chooseMedium(request('one-time-password', { preference }), reader()))).toEqual(['sms']);
    expect(
      way(chooseMedium(request('one-time-password', { medium: 'email', preference }), reader())),
    ).toEqual(['email']);
  });
});

describe('a code', () => {
  test.each(['mailbox', 'letter'] as const)('is not sent by %s, even on request', (medium) => {
    expect(chooseMedium(request('one-time-password', { medium }), reader())).toEqual({ kind: 'no-contact' });
  });
});

describe('the copy in the mailbox', () => {
  const isCopied = (requested: MediumRequest, recipient = reader()): boolean | undefined => {
    const choice = chooseMedium(requested, recipient);
    return choice.kind === 'chosen' ? choice.isCopied : undefined;
  };

  test('is stored for messages sent by another medium', () => {
    expect(isCopied(request('notice'))).toBe(true);
    expect(isCopied(request('notice', { preference: preferring('email', 'mailbox') }))).toBe(true);
  });

  test('is not stored if there is no mailbox or it is off, for codes, and for messages already in the mailbox', () => {
    expect(isCopied(request('notice'), reachedBy('email'))).toBe(false);
    expect(isCopied(request('notice', { preference: preferring('email') }))).toBe(false);
    expect(isCopied(request('one-time-password'))).toBe(false);
    expect(isCopied(request('private-message'))).toBe(false);
  });

  test('is stored for a mandatory notice although the mailbox is off', () => {
    expect(
      isCopied(request('security-notice', { preference: { ...preferring('sms'), isMandatory: true } })),
    ).toBe(true);
  });

  test('is not stored for an offer without consent for the mailbox', () => {
    const optIns = [{ purpose: 'direct-marketing', medium: 'email' }];
    expect(isCopied(request('offer'), reader({ optIns }))).toBe(false);
    expect(isCopied(request('offer'), reader({ optIns: [{ purpose: 'direct-marketing' }] }))).toBe(true);
  });
});

describe('contact consents', () => {
  const marketing: ContactConsent = { purpose: 'direct-marketing' };
  const care: ContactConsent = { purpose: 'customer-care' };

  test('an offer is sent only by media with an opt-in', () => {
    expect(way(chooseMedium(request('offer'), reader()))).toBe('opted-out');
    expect(way(chooseMedium(request('offer'), reader({ optIns: [care] })))).toBe('opted-out');
    expect(way(chooseMedium(request('offer'), reader({ optIns: [marketing] })))).toEqual(['email']);
    expect(
      way(chooseMedium(request('offer'), reader({ optIns: [{ ...marketing, medium: 'sms' }] }))),
    ).toEqual(['sms']);
  });

  test('an opt-out overrides an opt-in', () => {
    const optOuts = [{ ...marketing, medium: 'email' }];
    expect(way(chooseMedium(request('offer'), reader({ optIns: [marketing], optOuts })))).toEqual(['push']);
    expect(way(chooseMedium(request('offer'), reader({ optIns: [marketing], optOuts: [marketing] })))).toBe(
      'opted-out',
    );
  });

  test('an announcement needs no opt-in but respects opt-outs', () => {
    expect(way(chooseMedium(request('announcement'), reader({ optOuts: [marketing] })))).toEqual(['email']);
    expect(way(chooseMedium(request('announcement'), reader({ optOuts: [care] })))).toBe('opted-out');
  });

  test('an address with an opt-out is skipped for the next one of its medium', () => {
    const addresses = [
      address('email', { details: 'first', optOuts: [care] }),
      address('email', { details: 'second', optOuts: [marketing] }),
    ];
    expect(chooseMedium(request('announcement'), reader({ addresses }))).toMatchObject({
      contact: { details: 'second' },
    });
    expect(chooseMedium(request('announcement'), reader({ addresses: addresses.slice(0, 1) }))).toEqual({
      kind: 'opted-out',
    });
    expect(chooseMedium(request('notice'), reader({ addresses }))).toMatchObject({
      contact: { details: 'first' },
    });
  });

  test('advertising is never sent by an alternative medium', () => {
    fc.assert(
      fc.property(fc.constantFrom('offer', 'announcement'), fc.boolean(), (kind, isAsked) => {
        const requested = request(kind, { medium: isAsked ? 'push' : undefined });
        const choice = chooseMedium(requested, reader({ optIns: [marketing] }));
        expect(choice).toMatchObject({ kind: 'chosen', alternatives: [] });
      }),
    );
  });
});

/** Arbitrary input of customers and senders. */
const anyMedium = fc.constantFrom(...contactMedia);
const anyPurposeRequest: fc.Arbitrary<ContactConsent> = fc.record(
  { purpose: fc.constantFrom('direct-marketing', 'customer-care', 'survey'), medium: anyMedium },
  { requiredKeys: ['purpose'] },
);
const requests = fc.array(anyPurposeRequest, { maxLength: 3 });
const anyAddress: fc.Arbitrary<Omit<Address, 'details'>> = fc.record({
  medium: anyMedium,
  usage: fc.constantFrom(...contactUsages),
  optOuts: requests,
});
const anyRecipient: fc.Arbitrary<Recipient> = fc.record({
  addresses: fc
    .array(anyAddress, { maxLength: 6 })
    .map((all) => all.map((one, index) => ({ ...one, details: `address-${index}` }))),
  optIns: requests,
  optOuts: requests,
});
const anyCustomer = anyRecipient.map((recipient) => ({
  ...recipient,
  addresses: [...recipient.addresses, address('mailbox')],
}));
const accounts = fc.constantFrom(undefined, 'a-1');
const anyStored: fc.Arbitrary<StoredPreference> = fc.record({
  groupId: fc.constantFrom(...groupIds),
  accountId: accounts,
  threshold: fc.constant(undefined),
  frequency: fc.constantFrom(undefined, 'P1D'),
  mediaOn: fc.subarray([...contactMedia]),
  mediaOff: fc.subarray([...contactMedia]),
});
/** A request with the preference that applies to it, resolved as in production. */
const requestsOf = (
  kinds: readonly MessageKind[],
  groups: readonly (GroupId | undefined)[] = [undefined, ...groupIds],
): fc.Arbitrary<MediumRequest> =>
  fc
    .record({
      messageKind: fc.constantFrom(...kinds),
      medium: fc.option(anyMedium, { nil: undefined }),
      named: fc.constantFrom(...groups),
      stored: fc.array(anyStored, { maxLength: 12 }),
      accountId: accounts,
    })
    .map(({ accountId, medium, messageKind, named, stored }) => {
      const groupId = groupOf({ messageKind, notificationGroup: named });
      const group = groupId && notificationGroup(groupId);
      // Half of the stored preferences concern this group.
      const own = stored.map((one, index) => (groupId && index % 2 === 0 ? { ...one, groupId } : one));
      return { messageKind, medium, preference: group && effectivePreference(group, own, accountId) };
    });
const anyRequest = requestsOf(messageKinds);
const runs = { numRuns: 300 };

const purposeOf: Readonly<Partial<Record<MessageKind, string>>> = {
  offer: 'direct-marketing',
  announcement: 'customer-care',
};
const speaksOf = (all: readonly ContactConsent[], purpose: string, medium: ContactMedium): boolean =>
  all.some((one) => one.purpose === purpose && (one.medium ?? medium) === medium);
/** Every medium by which a chosen message may be delivered. */
const used = (choice: MediumChoice): readonly ContactMedium[] =>
  choice.kind === 'chosen'
    ? [choice.contact.kind, ...choice.alternatives, ...(choice.isCopied ? (['mailbox'] as const) : [])]
    : [];

describe('for any request and preference', () => {
  test('a mandatory notice reaches the mailbox of every customer', () => {
    const notices = messageKinds.filter((kind) => isServiceMessage(kind) && kind !== 'one-time-password');
    const mandatory = requestsOf(notices, ['security']);
    fc.assert(
      fc.property(mandatory, anyCustomer, (requested, customer) => {
        const choice = chooseMedium(requested, customer);
        // A sender who requests an unusable medium gets a problem and can repeat the request, so no message is lost
        // silently.
        const isPossible =
          requested.medium === undefined ||
          customer.addresses.some(({ medium }) => medium === requested.medium);
        expect(choice.kind).toBe(isPossible ? 'chosen' : 'no-contact');
        expect(used(choice).includes('mailbox')).toBe(isPossible);
      }),
      runs,
    );
  });

  test('nothing is sent by a medium that was turned off', () => {
    fc.assert(
      fc.property(anyRequest, anyCustomer, (requested, customer) => {
        const { mediaOff = [], isMandatory = false } = requested.preference ?? {};
        const off = mediaOff.filter((medium) => !(isMandatory && medium === 'mailbox'));
        expect(used(chooseMedium(requested, customer)).filter((medium) => off.includes(medium))).toEqual([]);
      }),
      runs,
    );
  });

  test('nothing is sent without an address, nor twice by one medium', () => {
    fc.assert(
      fc.property(anyRequest, anyRecipient, (requested, recipient) => {
        const choice = chooseMedium(requested, recipient);
        const media = recipient.addresses.map(({ medium }) => medium);
        expect(media).toEqual(expect.arrayContaining([...used(choice)]));
        const ways = choice.kind === 'chosen' ? [choice.contact.kind, ...choice.alternatives] : [];
        expect(ways).toEqual([...new Set(ways)]);
        const known = recipient.addresses.map(({ details, medium, usage }) => ({
          details,
          kind: medium,
          usage,
        }));
        expect(known).toEqual(expect.arrayContaining(choice.kind === 'chosen' ? [choice.contact] : []));
      }),
      runs,
    );
  });

  test('no offer and no announcement is sent despite an opt-out', () => {
    const asking = requestsOf(['offer', 'announcement']);
    fc.assert(
      fc.property(asking, anyCustomer, (requested, customer) => {
        const purpose = purposeOf[requested.messageKind] ?? '';
        const choice = chooseMedium(requested, customer);
        for (const medium of used(choice)) {
          expect(speaksOf(customer.optOuts, purpose, medium)).toBe(false);
          const fine = customer.addresses.filter(
            (one) => one.medium === medium && !speaksOf(one.optOuts, purpose, medium),
          );
          const isHere = choice.kind === 'chosen' && choice.contact.kind === medium;
          expect(fine.some(({ details }) => !isHere || details === choice.contact.details)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('no offer is sent without an opt-in', () => {
    const offers = requestsOf(['offer']);
    fc.assert(
      fc.property(offers, anyCustomer, (requested, customer) => {
        for (const medium of used(chooseMedium(requested, customer)))
          expect(speaksOf(customer.optIns, 'direct-marketing', medium)).toBe(true);
      }),
      runs,
    );
  });

  test('a code is sent by the requested medium or by sms, regardless of preferences, and never to the mailbox', () => {
    const codes = anyRequest.map((requested) => ({
      ...requested,
      messageKind: 'one-time-password' as const,
    }));
    fc.assert(
      fc.property(codes, anyRecipient, (requested, recipient) => {
        const medium = requested.medium ?? 'sms';
        const isThere =
          ['sms', 'email', 'push'].includes(medium) &&
          recipient.addresses.some((one) => one.medium === medium);
        expect(way(chooseMedium(requested, recipient))).toEqual(isThere ? [medium] : 'no-contact');
        expect(used(chooseMedium(requested, recipient))).toEqual(isThere ? [medium] : []);
      }),
      runs,
    );
  });

  test('a letter is sent only on request', () => {
    fc.assert(
      fc.property(anyRequest, anyCustomer, (requested, customer) => {
        const isAskedFor =
          requested.medium === 'letter' || requested.preference?.mediaOn.includes('letter') === true;
        expect(used(chooseMedium(requested, customer)).includes('letter') && !isAskedFor).toBe(false);
      }),
      runs,
    );
  });
});

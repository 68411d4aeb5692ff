import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isServiceMessage } from './communication.ts';
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
  type ContactConsent,
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
const wish = (messageKind: MessageKind, fields: Partial<MediumRequest> = {}): MediumRequest => ({
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

/** The media of a choice in order: where it goes, then where it may go on. */
function way(choice: MediumChoice): readonly ContactMedium[] | string {
  return choice.kind === 'chosen' ? [choice.contact.kind, ...choice.further] : choice.kind;
}

describe('without a wish of anybody', () => {
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
  ])('a %s goes by %j', (kind, media) => {
    expect(way(chooseMedium(wish(kind), reader()))).toEqual(media);
  });

  test('media without an address are passed over', () => {
    expect(way(chooseMedium(wish('alert'), reachedBy('email', 'mailbox')))).toEqual(['email', 'mailbox']);
    expect(way(chooseMedium(wish('alert'), reachedBy('mailbox')))).toEqual(['mailbox']);
  });

  test('who has no address, or only a postal one, cannot be written to', () => {
    expect(chooseMedium(wish('notice'), reachedBy())).toEqual({ kind: 'no-contact' });
    expect(chooseMedium(wish('notice'), reachedBy('letter'))).toEqual({ kind: 'no-contact' });
  });

  test('the first of several addresses is taken, with how it is used', () => {
    const addresses = [
      address('email', { details: 'first', usage: 'work' }),
      address('email', { details: 'second' }),
    ];
    expect(chooseMedium(wish('notice'), reader({ addresses }))).toEqual({
      kind: 'chosen',
      contact: { kind: 'email', usage: 'work', details: 'first' },
      further: [],
      isCopied: false,
    });
  });
});

describe('the medium a sender asks for', () => {
  test('comes first, the others but the letter follow', () => {
    expect(way(chooseMedium(wish('notice', { medium: 'sms' }), reader()))).toEqual([
      'sms',
      'email',
      'push',
      'mailbox',
    ]);
  });

  test('may be a letter', () => {
    expect(way(chooseMedium(wish('statement', { medium: 'letter' }), reader()))).toEqual([
      'letter',
      'email',
      'mailbox',
    ]);
  });

  test('is refused where there is no address for it, even when others are there', () => {
    expect(chooseMedium(wish('notice', { medium: 'sms' }), reachedBy('email', 'mailbox'))).toEqual({
      kind: 'no-contact',
    });
  });

  test('is passed over where the customer turned it off', () => {
    const preference = preferring('push', 'mailbox');
    expect(way(chooseMedium(wish('notice', { medium: 'sms', preference }), reader()))).toEqual([
      'push',
      'mailbox',
    ]);
  });

  test('is refused where the customer turned everything off', () => {
    const preference = preferring();
    expect(chooseMedium(wish('notice', { medium: 'sms', preference }), reader())).toEqual({
      kind: 'opted-out',
    });
  });
});

describe('preferences', () => {
  test('leave nothing but what is on, in the order of the kind', () => {
    const preference = preferring('letter', 'email', 'sms');
    expect(way(chooseMedium(wish('alert', { preference }), reader()))).toEqual(['sms', 'email', 'letter']);
  });

  test('that turn everything off are told as such, a missing address as such', () => {
    expect(chooseMedium(wish('notice', { preference: preferring() }), reader())).toEqual({
      kind: 'opted-out',
    });
    expect(chooseMedium(wish('notice', { preference: preferring('sms') }), reachedBy('email'))).toEqual({
      kind: 'no-contact',
    });
  });

  test('of a mandatory group cannot turn off the mailbox, whatever they say', () => {
    const preference = { ...preferring(), isMandatory: true };
    expect(way(chooseMedium(wish('security-notice', { preference }), reader()))).toEqual(['mailbox']);
  });

  test.each(['email', 'sms', 'push', 'letter'] as const)(
    'of a mandatory group leave the mailbox to a sender who asks for %s',
    (medium) => {
      const preference = { ...preferring(), isMandatory: true };
      expect(way(chooseMedium(wish('security-notice', { medium, preference }), reader()))).toEqual([
        'mailbox',
      ]);
    },
  );

  test('say nothing about codes', () => {
    const preference = preferring();
    expect(way(chooseMedium(wish('one-time-password', { preference }), reader()))).toEqual(['sms']);
    expect(way(chooseMedium(wish('one-time-password', { medium: 'email', preference }), reader()))).toEqual([
      'email',
    ]);
  });
});

describe('a code', () => {
  test.each(['mailbox', 'letter'] as const)('does not go by %s, even when that is asked for', (medium) => {
    expect(chooseMedium(wish('one-time-password', { medium }), reader())).toEqual({ kind: 'no-contact' });
  });
});

describe('the copy in the mailbox', () => {
  const isCopied = (asked: MediumRequest, recipient = reader()): boolean | undefined => {
    const choice = chooseMedium(asked, recipient);
    return choice.kind === 'chosen' ? choice.isCopied : undefined;
  };

  test('is kept of what went elsewhere', () => {
    expect(isCopied(wish('notice'))).toBe(true);
    expect(isCopied(wish('notice', { preference: preferring('email', 'mailbox') }))).toBe(true);
  });

  test('is not kept where there is no mailbox or it is off, of codes, nor of what lies there anyway', () => {
    expect(isCopied(wish('notice'), reachedBy('email'))).toBe(false);
    expect(isCopied(wish('notice', { preference: preferring('email') }))).toBe(false);
    expect(isCopied(wish('one-time-password'))).toBe(false);
    expect(isCopied(wish('private-message'))).toBe(false);
  });

  test('is kept of a mandatory notice although the mailbox is off', () => {
    expect(
      isCopied(wish('security-notice', { preference: { ...preferring('sms'), isMandatory: true } })),
    ).toBe(true);
  });

  test('is not kept of an offer that is unwanted there', () => {
    const optIns = [{ purpose: 'direct-marketing', medium: 'email' }];
    expect(isCopied(wish('offer'), reader({ optIns }))).toBe(false);
    expect(isCopied(wish('offer'), reader({ optIns: [{ purpose: 'direct-marketing' }] }))).toBe(true);
  });
});

describe('wishes about purposes', () => {
  const marketing: ContactConsent = { purpose: 'direct-marketing' };
  const care: ContactConsent = { purpose: 'customer-care' };

  test('an offer goes only by media it is wished for', () => {
    expect(way(chooseMedium(wish('offer'), reader()))).toBe('opted-out');
    expect(way(chooseMedium(wish('offer'), reader({ optIns: [care] })))).toBe('opted-out');
    expect(way(chooseMedium(wish('offer'), reader({ optIns: [marketing] })))).toEqual(['email']);
    expect(way(chooseMedium(wish('offer'), reader({ optIns: [{ ...marketing, medium: 'sms' }] })))).toEqual([
      'sms',
    ]);
  });

  test('an opt-out wins over an opt-in', () => {
    const optOuts = [{ ...marketing, medium: 'email' }];
    expect(way(chooseMedium(wish('offer'), reader({ optIns: [marketing], optOuts })))).toEqual(['push']);
    expect(way(chooseMedium(wish('offer'), reader({ optIns: [marketing], optOuts: [marketing] })))).toBe(
      'opted-out',
    );
  });

  test('an announcement needs no opt-in but obeys opt-outs', () => {
    expect(way(chooseMedium(wish('announcement'), reader({ optOuts: [marketing] })))).toEqual(['email']);
    expect(way(chooseMedium(wish('announcement'), reader({ optOuts: [care] })))).toBe('opted-out');
  });

  test('an address that was opted out is passed over for the next of its medium', () => {
    const addresses = [
      address('email', { details: 'first', optOuts: [care] }),
      address('email', { details: 'second', optOuts: [marketing] }),
    ];
    expect(chooseMedium(wish('announcement'), reader({ addresses }))).toMatchObject({
      contact: { details: 'second' },
    });
    expect(chooseMedium(wish('announcement'), reader({ addresses: addresses.slice(0, 1) }))).toEqual({
      kind: 'opted-out',
    });
    expect(chooseMedium(wish('notice'), reader({ addresses }))).toMatchObject({
      contact: { details: 'first' },
    });
  });

  test('what advertises never goes on by another medium', () => {
    fc.assert(
      fc.property(fc.constantFrom('offer', 'announcement'), fc.boolean(), (kind, isAsked) => {
        const asked = wish(kind, { medium: isAsked ? 'push' : undefined });
        const choice = chooseMedium(asked, reader({ optIns: [marketing] }));
        expect(choice).toMatchObject({ kind: 'chosen', further: [] });
      }),
    );
  });
});

/** Anything that customers and senders may come up with. */
const anyMedium = fc.constantFrom(...contactMedia);
const anyPurposeRequest: fc.Arbitrary<ContactConsent> = fc.record(
  { purpose: fc.constantFrom('direct-marketing', 'customer-care', 'survey'), medium: anyMedium },
  { requiredKeys: ['purpose'] },
);
const wishes = fc.array(anyPurposeRequest, { maxLength: 3 });
const anyAddress: fc.Arbitrary<Omit<Address, 'details'>> = fc.record({
  medium: anyMedium,
  usage: fc.constantFrom(...contactUsages),
  optOuts: wishes,
});
const anyRecipient: fc.Arbitrary<Recipient> = fc.record({
  addresses: fc
    .array(anyAddress, { maxLength: 6 })
    .map((all) => all.map((one, place) => ({ ...one, details: `address-${place}` }))),
  optIns: wishes,
  optOuts: wishes,
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
/** Wishes with the preference that holds for each, found as it is found when a message comes in. */
const wishesOf = (
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
      // Half of what is stored is about this very group.
      const own = stored.map((one, place) => (groupId && place % 2 === 0 ? { ...one, groupId } : one));
      return { messageKind, medium, preference: group && effectivePreference(group, own, accountId) };
    });
const anyRequest = wishesOf(messageKinds);
const runs = { numRuns: 300 };

const purposeOf: Readonly<Partial<Record<MessageKind, string>>> = {
  offer: 'direct-marketing',
  announcement: 'customer-care',
};
const speaksOf = (all: readonly ContactConsent[], purpose: string, medium: ContactMedium): boolean =>
  all.some((one) => one.purpose === purpose && (one.medium ?? medium) === medium);
/** Every medium by which a chosen message may ever arrive. */
const used = (choice: MediumChoice): readonly ContactMedium[] =>
  choice.kind === 'chosen'
    ? [choice.contact.kind, ...choice.further, ...(choice.isCopied ? (['mailbox'] as const) : [])]
    : [];

describe('whatever anybody wishes', () => {
  test('a mandatory notice reaches the mailbox of every customer', () => {
    const notices = messageKinds.filter((kind) => isServiceMessage(kind) && kind !== 'one-time-password');
    const mandatory = wishesOf(notices, ['security']);
    fc.assert(
      fc.property(mandatory, anyCustomer, (asked, customer) => {
        const choice = chooseMedium(asked, customer);
        // Whoever names a medium that cannot be used is told so, and asks again: that silences nobody unnoticed.
        const isPossible =
          asked.medium === undefined || customer.addresses.some(({ medium }) => medium === asked.medium);
        expect(choice.kind).toBe(isPossible ? 'chosen' : 'no-contact');
        expect(used(choice).includes('mailbox')).toBe(isPossible);
      }),
      runs,
    );
  });

  test('nothing goes by a medium that was turned off', () => {
    fc.assert(
      fc.property(anyRequest, anyCustomer, (asked, customer) => {
        const { mediaOff = [], isMandatory = false } = asked.preference ?? {};
        const off = mediaOff.filter((medium) => !(isMandatory && medium === 'mailbox'));
        expect(used(chooseMedium(asked, customer)).filter((medium) => off.includes(medium))).toEqual([]);
      }),
      runs,
    );
  });

  test('nothing goes where there is no address, nor twice by one medium', () => {
    fc.assert(
      fc.property(anyRequest, anyRecipient, (asked, recipient) => {
        const choice = chooseMedium(asked, recipient);
        const media = recipient.addresses.map(({ medium }) => medium);
        expect(media).toEqual(expect.arrayContaining([...used(choice)]));
        const ways = choice.kind === 'chosen' ? [choice.contact.kind, ...choice.further] : [];
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

  test('no offer and no announcement goes where it was opted out of', () => {
    const asking = wishesOf(['offer', 'announcement']);
    fc.assert(
      fc.property(asking, anyCustomer, (asked, customer) => {
        const purpose = purposeOf[asked.messageKind] ?? '';
        const choice = chooseMedium(asked, customer);
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

  test('no offer goes anywhere it was not wished for', () => {
    const offers = wishesOf(['offer']);
    fc.assert(
      fc.property(offers, anyCustomer, (asked, customer) => {
        for (const medium of used(chooseMedium(asked, customer)))
          expect(speaksOf(customer.optIns, 'direct-marketing', medium)).toBe(true);
      }),
      runs,
    );
  });

  test('a code goes by the medium that was asked for or by sms, whatever was turned off, and never to where it lies', () => {
    const codes = anyRequest.map((asked) => ({ ...asked, messageKind: 'one-time-password' as const }));
    fc.assert(
      fc.property(codes, anyRecipient, (asked, recipient) => {
        const medium = asked.medium ?? 'sms';
        const isThere =
          ['sms', 'email', 'push'].includes(medium) &&
          recipient.addresses.some((one) => one.medium === medium);
        expect(way(chooseMedium(asked, recipient))).toEqual(isThere ? [medium] : 'no-contact');
        expect(used(chooseMedium(asked, recipient))).toEqual(isThere ? [medium] : []);
      }),
      runs,
    );
  });

  test('a letter is written only to whom asked for it', () => {
    fc.assert(
      fc.property(anyRequest, anyCustomer, (asked, customer) => {
        const isAskedFor = asked.medium === 'letter' || asked.preference?.mediaOn.includes('letter') === true;
        expect(used(chooseMedium(asked, customer)).includes('letter') && !isAskedFor).toBe(false);
      }),
      runs,
    );
  });
});

import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ListedTransfers,
  type Order,
  signatureText,
  totalsOf,
  transfersOf,
} from '#capabilities/sca/index.ts';
import { bulkOrder } from '#capabilities/sca/testing/bulk-order.suite.ts';
import { arbitraryOrder } from '#capabilities/sca/testing/orders.suite.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { payeeText } from '#platform/kernel/payee.ts';
import { languageTags } from '../customer/languages.ts';
import { attribute, type PageElement, type ReadPage, readPage, textOf } from '../customer/read-page.suite.ts';
import { approvalTexts } from './approval-texts.ts';
import { button, main, pageOf, read } from './read-approval.suite.ts';
import { sampleViews } from './sample-approvals.suite.ts';
import { checkedPayment, sampleOrders, transfersOf as sampleTransfers } from './sample-orders.suite.ts';

const purposes = ['payment', 'cancellation', 'consent', 'funds-consent', 'basket'] as const;

/** Digits of an amount as shown, without separators and currency. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function amountsIn(element: PageElement): readonly { readonly value: string; readonly text: string }[] {
  const here =
    element.tagName === 'data' ? [{ value: attribute(element, 'value') ?? '', text: textOf(element) }] : [];
  const inner = element.childNodes.flatMap((node) => ('tagName' in node ? amountsIn(node) : []));
  return [...here, ...inner];
}

function exact(money: Money): string {
  return `${money.currency} ${formatMoney(money)}`;
}

const symbols: Readonly<Record<string, RegExp>> = { EUR: /€/, USD: /\$/, JPY: /¥|JPY/, BHD: /BHD/ };

function reviewOf(order: Order, language: string, listed?: ListedTransfers): ReadPage {
  const view = sampleViews['review-plain'];
  if (view?.kind !== 'review') throw new Error('no review');
  return readPage(pageOf({ ...view, order, ...(listed && { listed }) }, language).html);
}

describe('the amounts and accounts of an order', () => {
  it('are on the page as they are signed, for a thousand random orders', () => {
    fc.assert(
      fc.property(arbitraryOrder, fc.constantFrom(...languageTags), (order, language) => {
        const page = reviewOf(order, language);
        const [heading] = page.all('h1');
        const confirm = button(page, 'code');
        if (heading === undefined || confirm === undefined)
          throw new Error('a review without heading or button');
        const totals = totalsOf(order).map(exact);
        expect(amountsIn(heading).map(({ value }) => value)).toEqual(totals);
        expect(amountsIn(confirm).map(({ value }) => value)).toEqual(totals);
        for (const { text, value } of amountsIn(main(page))) {
          const [currency = '', amount = ''] = value.split(' ');
          expect(digitsOf(text)).toBe(digitsOf(amount));
          expect(text).toMatch(symbols[currency] ?? /never/);
        }
        const accounts = textOf(main(page)).replaceAll(/\s/g, '');
        for (const { creditorAccount } of transfersOf(order)) expect(accounts).toContain(creditorAccount.id);
        if (order.kind !== 'payment') return;
        const signed = signatureText(order, (text) => hash('sha256', text));
        const { creditorAccount, creditorAgent } = order.transfer;
        const payee = { account: creditorAccount, agent: creditorAgent };
        expect(signed).toBe(`${totals.join('')} ${payeeText(payee)}`);
        expect(accounts).toContain(creditorAgent ?? '');
        expect(accounts).toContain(order.debtorAccount.id);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['en', 'payment', '€1,249.50'],
    ['de', 'payment', '1.249,50\u00a0€'],
    ['nl', 'payment', '€\u00a01.249,50'],
    ['fr', 'payment', '1\u202f249,50\u00a0€'],
    ['ar', 'payment', '1,249.50\u00a0€'],
    ['en', 'payment-yen', 'JP¥800,000'],
    ['de', 'payment-yen', '800.000\u00a0¥'],
    ['en', 'payment-dinar', 'BHD\u00a01,234.567'],
    ['ar', 'payment-dinar', '1,234.567\u00a0BHD'],
  ] as const)('in %s of %s are %s', (language, name, expected) => {
    const [heading] = reviewOf(sampleOrders[name], language).all('h1');
    expect(heading && amountsIn(heading).map(({ text }) => text)).toEqual([expected]);
  });

  it('of a large bulk are a hundred on a page of the list, which links to the others', () => {
    const listed = { from: 1, pageSize: 100, transfers: sampleTransfers(1_234).slice(0, 100) };
    const page = reviewOf(sampleOrders['bulk-large'], 'en', listed);
    expect(
      page
        .all('li')
        .filter(
          ({ parentNode }) => parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'ol',
        ),
    ).toHaveLength(100);
    const text = textOf(main(page));
    expect(text).toContain('approve 1234 payments');
    expect(text).toContain('Payments 1 to 100 of 1234');
    const next = page.all('a').map((one) => [attribute(one, 'href')?.split('?')[1], textOf(one)]);
    expect(next).toContainEqual(['page=2#payments', 'Next payments']);
    const last = { from: 1_201, pageSize: 100, transfers: sampleTransfers(1_234).slice(1_200) };
    const back = reviewOf(sampleOrders['bulk-large'], 'en', last).all('a');
    expect(back.map((one) => attribute(one, 'href')?.split('?')[1])).toContain('page=12#payments');
    expect(back.map(textOf)).not.toContain('Next payments');
    expect(text.replaceAll(/\s/g, '')).toContain(sampleOrders.bulk.documentHash);
  });

  it('of a bulk in a basket are listed one bulk at a time, and the others have a link to their page', () => {
    const { bulk, 'bulk-large': large } = sampleOrders;
    const basket: Order = { kind: 'signing-basket', id: 'b-2', members: [large, bulk] };
    const links = (listed: ListedTransfers): readonly (readonly [string | undefined, string])[] =>
      reviewOf(basket, 'en', listed)
        .all('a')
        .map((one) => [attribute(one, 'href')?.split('?')[1], textOf(one)] as const)
        .filter(([query]) => query?.startsWith('page='));
    const ofLarge = { from: 1_201, pageSize: 100, transfers: sampleTransfers(1_234).slice(1_200), member: 0 };
    expect(links(ofLarge)).toEqual([
      ['page=12#payments', 'Previous payments'],
      ['page=14#payments', 'Show the payments'],
    ]);
    const ofSmall = { from: 1, pageSize: 100, transfers: sampleTransfers(12), member: 1 };
    expect(links(ofSmall)).toEqual([['page=1#payments', 'Show the payments']]);
  });

  it('of a basket are folded, unless the payee of one did not match', () => {
    const folds = read('review-basket-checked')
      .all('details')
      .filter(
        ({ parentNode }) => parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'li',
      );
    expect(folds.map((one) => attribute(one, 'open'))).toEqual([undefined, '']);
    expect(textOf(main(read('review-basket-checked')))).toContain('Acme Group GmbH');
  });

  it('are grouped by four, and isolated in a right-to-left text', () => {
    expect(pageOf(sampleViews['review-payment'], 'ar').html).toContain(
      '<bdi dir="ltr">DE89 3704 0044 0532 0130 00</bdi>',
    );
  });
});

describe('a payee without an IBAN', () => {
  const abroad = sampleOrders['payment-abroad'];
  const at = (creditorAgent: string): Order => ({
    ...abroad,
    transfer: { ...abroad.transfer, creditorAgent },
  });

  it.each(languageTags)('is shown with the kind of its number and its bank: %s', (language) => {
    const [one, other] = [reviewOf(at('CHASUS33'), language), reviewOf(at('BOFAUS3N'), language)];
    const text = textOf(main(one));
    for (const part of ['12345678', 'BBAN', 'CHASUS33']) expect(text).toContain(part);
    expect(textOf(main(other))).toContain('BOFAUS3N');
    const bulk: Order = bulkOrder(
      { id: 'p-1', product: 'x', debtorAccount: abroad.debtorAccount, documentHash: 'ab' },
      [abroad.transfer],
    );
    const listed = { from: 1, pageSize: 100, transfers: [abroad.transfer] };
    expect(textOf(main(reviewOf(bulk, language, listed)))).toContain('CHASUS33');
  });

  it('is shown as it was sent, with the codes of characters that nobody sees', () => {
    const hidden: Order = {
      ...abroad,
      transfer: { ...abroad.transfer, creditorAccount: { scheme: 'other', id: '12\u200b34' } },
    };
    expect(textOf(main(reviewOf(hidden, 'en')))).toContain('12[U+200B]34');
  });
});

describe('a standing order in a basket', () => {
  it.each(languageTags)('is told from a payment where it is folded, and above the list: %s', (language) => {
    const page = reviewOf(sampleOrders['basket-standing'], language);
    const { rhythms } = approvalTexts(language);
    // The first one is the choice of a language.
    const lines = page.all('summary').map(textOf).slice(1);
    expect(lines.map((line) => line.includes(rhythms.Daily))).toEqual([false, false, true, false]);
    expect(lines.map((line) => line.includes(rhythms.Monthly))).toEqual([false, false, false, true]);
    const [notice] = page.all('div').filter((one) => attribute(one, 'class') === 'notice');
    const text = (notice && textOf(notice)) ?? '';
    for (const rhythm of [rhythms.Daily, rhythms.Monthly]) expect(text).toContain(rhythm);
    expect(notice && amountsIn(notice).map(({ value }) => value)).toEqual(['EUR 1249.50', 'EUR 1249.50']);
  });

  it('is said of no basket without one', () => {
    expect(textOf(main(read('review-basket-checked')))).not.toContain('repeat');
  });
});

describe('the words of a page', () => {
  it.each([
    ['review-payment', 'Confirm payment of €1,249.50'],
    ['review-bulk', 'Confirm payments of €1,808.85'],
    ['review-standing', 'Confirm standing order of €1,249.50'],
    ['review-cancellation', 'Stop payment of €1,249.50'],
    ['review-consent', 'Allow access'],
    ['review-funds', 'Allow the check'],
    ['review-basket', 'Confirm all: €4,307.85'],
    ['review-basket-consents', 'Confirm all'],
    ['review-bulk-two-currencies', 'Confirm payments of €1,249.50 + US$999.00'],
  ])('on the button of %s are %s', (name, label) => {
    const confirm = button(read(name), 'code');
    expect(confirm && textOf(confirm)).toBe(label);
  });

  it('say that a standing order repeats, when it starts and when it ends', () => {
    const text = textOf(main(read('review-standing')));
    for (const part of ['This payment repeats.', '1 December 2026', 'Every month', '30 November 2027'])
      expect(text).toContain(part);
    expect(textOf(main(read('review-standing-open')))).toContain('Until you end it');
    expect(textOf(main(read('review-standing-variable')))).toContain('January, July');
  });

  it('say which data of which accounts is seen, until when and how often', () => {
    const text = textOf(main(read('review-consent')));
    for (const part of [
      'How much money is on it',
      'What comes in and goes out',
      '14 May 2027',
      'up to 4 times a day',
    ])
      expect(text).toContain(part);
    expect(text).toContain('NL02 ABNA 0123 4567 89');
    expect(textOf(main(read('review-consent-once')))).toContain('One time');
  });

  it('compare the payee with the account in words, beside the mark', () => {
    expect(textOf(main(read('review-checked')))).toContain('✓ The name matches the account.');
    expect(textOf(main(read('review-different')))).toContain('✗ The name does not match the account');
    expect(textOf(main(read('review-unchecked')))).toContain('? The name could not be checked');
  });

  it('show the name of the request and that on the account side by side where they are close', () => {
    const [names] = read('review-almost').all('section');
    expect(names && textOf(names)).toMatch(
      /Name in the request.*Acme GmbH.*Name on the account.*Acme Group GmbH/s,
    );
    for (const name of ['review-checked', 'review-different', 'review-unchecked'])
      expect(textOf(main(read(name)))).not.toContain('Name on the account');
  });

  it.each(['review-almost', 'review-different', 'review-unchecked'])(
    'say what %s means for the money, and offer two buttons that look alike',
    (name) => {
      const page = read(name);
      expect(textOf(main(page))).toMatch(/not the payee’s/);
      const [pay, change] = page
        .all('button')
        .filter((one) => attribute(one, 'class') === 'action wide')
        .map(textOf);
      expect([pay, change]).toEqual([
        expect.stringMatching(/^Confirm payment/),
        expect.stringMatching(/^Change the payee at/),
      ]);
    },
  );

  it('offer to change one payee of a basket, or several', () => {
    const changeOf = (page: ReadPage): string | undefined =>
      page
        .all('button')
        .map(textOf)
        .find((one) => one.startsWith('Change the'));
    expect(changeOf(read('review-basket-checked'))).toMatch(/^Change the payee at/);
    const one = checkedPayment({ outcome: 'no-match' });
    const several = reviewOf({ kind: 'signing-basket', id: 'b-4', members: [one, one] }, 'en');
    expect(changeOf(several)).toMatch(/^Change the payees at/);
  });

  it('say how many payees of a bulk have each result, and list the others first, with both names', () => {
    const [first, second, ...others] = sampleTransfers(12);
    const transfers = [
      { ...first, payeeCheck: { outcome: 'no-match' } as const },
      ...(second === undefined
        ? []
        : [{ ...second, payeeCheck: { outcome: 'close-match', holderName: 'Hansen und Sohn' } as const }]),
      ...others.map((one) => ({ ...one, payeeCheck: { outcome: 'match' } as const })),
    ];
    const page = reviewOf(sampleOrders['bulk-checked'], 'en', { from: 1, pageSize: 100, transfers });
    const [notice] = page.all('section');
    const text = (notice && textOf(notice)) ?? '';
    expect(text).toMatch(/Do not match the account\s*1.*Almost right\s*2.*Match\s*9/s);
    expect(text).toMatch(/do not have to refund the money/);
    expect(text).not.toContain('Could not be checked');
    const items = page
      .all('li')
      .map(textOf)
      .filter((one) => /[✗≈✓]/u.test(one));
    expect(items[0]).toContain('✗ The name does not match the account');
    expect(items[1]).toMatch(/≈ The name is almost right.*Name on the account: Hansen und Sohn/s);
    expect(page.all('details').map((one) => attribute(one, 'open'))).toContain('');
    expect(textOf(main(page))).toContain('Change the payees at');
  });

  it('say that payees of a bulk are still compared, and nothing where all match', () => {
    expect(textOf(main(reviewOf(sampleOrders['bulk-checking'], 'en')))).toContain('We are still comparing');
    const matched = reviewOf(sampleOrders['bulk-matched'], 'en');
    expect([matched.all('section'), textOf(main(matched)).includes('Change the payees')]).toEqual([
      [],
      false,
    ]);
  });

  it('say what a wrong code means for the money, and how many tries are left', () => {
    const [fault] = read('code-wrong')
      .all('p')
      .filter((one) => attribute(one, 'id') === 'fault');
    expect(fault && textOf(fault)).toBe(
      'That code is not right. Nothing has been paid. Check the newest message and try again. Tries left: 2. Reference 7f3a91c2.',
    );
  });

  it.each(purposes)('fit what is approved: %s', (purpose) => {
    for (const language of languageTags)
      for (const name of ['identify', 'code-wrong', 'more-signatures', 'ended-timed-out', 'review-payment'])
        expect(textOf(main(read(name, language, { purpose })))).not.toMatch(/undefined|\{/);
    const paid = /Nothing has been paid/.test(textOf(main(read('ended-timed-out', 'en', { purpose }))));
    expect(paid).toBe(purpose === 'payment' || purpose === 'basket');
  });

  it('never say that nothing was paid if that is not known', () => {
    expect(textOf(main(read('ended-subject-ended')))).not.toMatch(/Nothing has been paid/);
  });
});

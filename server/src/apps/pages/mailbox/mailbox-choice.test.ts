import { describe, expect, test } from 'vitest';
import { testPages } from '../account-test-app.suite.ts';
import { attribute, readPage, textOf } from '../customer/read-page.suite.ts';
import { sampleFrame } from '../customer/sample-views.suite.ts';
import type { Organization, Whose } from './mailbox-view.ts';
import { mailboxViews } from './sample-mailbox.suite.ts';

const frame = sampleFrame({ clientName: undefined, formOrigins: [] });
const organizations = (count: number): readonly Organization[] =>
  Array.from({ length: count }, (_, index) => ({ customerNumber: `100${index}`, name: `Firm ${index}` }));

function pageFor(whose: Whose, name = 'messages'): ReturnType<typeof readPage> {
  const view = mailboxViews[name];
  if (view === undefined) throw new Error(`no view ${name}`);
  return readPage(testPages.mailbox(view, frame, whose).html);
}

describe('the choice of a mailbox', () => {
  test('lists the own one and five organizations, and folds more', () => {
    for (const [count, folds] of [
      [5, 0],
      [6, 1],
    ] as const) {
      const page = pageFor({ organizations: organizations(count), chosen: undefined });
      const [choice] = page.all('ul').filter((one) => attribute(one, 'class') === 'whose');
      expect(choice && textOf(choice)).toContain('Your own');
      expect(page.all('li').filter(({ parentNode }) => parentNode === choice)).toHaveLength(count + 1);
      const parts = page.all('main').flatMap(() => page.all('details'));
      expect(parts.filter((one) => textOf(one).includes('Firm 0'))).toHaveLength(folds);
    }
  });

  test('shows names as text, and keeps the organization in every link to a message', () => {
    const hostile = { customerNumber: '1005', name: '"><script>alert(1)</script>\u202e' };
    const page = pageFor({ organizations: [hostile], chosen: hostile });
    expect(page.all('script').map(textOf).join()).not.toContain('alert(1)');
    const links = page
      .all('a')
      .map((one) => attribute(one, 'href') ?? '')
      .filter((href) => href.includes('/messages/'));
    expect(links.length).toBeGreaterThan(0);
    expect(links.every((href) => href.endsWith('?for=1005'))).toBe(true);
  });

  test('is absent for a customer who acts for no organization', () => {
    const page = pageFor({ organizations: [], chosen: undefined });
    expect(page.all('ul').filter((one) => attribute(one, 'class') === 'whose')).toEqual([]);
  });
});

import { equal } from 'node:assert/strict';
import { sampleViews } from '../../server/src/apps/pages/approval/sample-approvals.suite.ts';
import { violations } from '../harness/accessibility.ts';
import type { ApprovalTab } from './approval-browser.ts';
import type { ApprovalCheck } from './run.ts';

/** Language and colour scheme of a page view; Arabic differs most. */
const looks = [
  { language: 'en', scheme: 'light' },
  { language: 'en', scheme: 'dark' },
  { language: 'ar', scheme: 'dark' },
] as const;
const moreLooks = [
  ...looks,
  { language: 'ar', scheme: 'light' },
  ...['de', 'nl', 'fr'].flatMap((language) =>
    (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
  ),
] as const;

const names = Object.keys(sampleViews);
/** A thousand list items say no more than a hundred, and axe-core reads each of them. */
const inspected = names.filter((name) => name !== 'review-bulk-large');

export const appearance: ApprovalCheck = {
  name: 'every page, light and dark, in English and Arabic, has no accessibility error',
  async run({ open }, scale) {
    await using tab = await open({ viewport: { width: 1_280, height: 900 } });
    const { page } = tab;
    const found: string[] = [];
    for (const { language, scheme } of scale === 'full' ? moreLooks : looks) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const view of inspected) {
        await tab.show({ view, language });
        await openAll(tab);
        found.push(...(await violations(page)).map((error) => `${view}, ${language} ${scheme}: ${error}`));
      }
    }
    equal([...found, ...tab.errors].join('\n      '), '', 'accessibility and policy errors');
    return `${inspected.length} states, ${looks.length} looks`;
  },
};

/** Opens what is folded, because hidden content is not inspected. */
async function openAll({ page }: ApprovalTab): Promise<void> {
  await page.evaluate(`document.querySelectorAll('main details').forEach((one) => { one.open = true; })`);
}

/** WCAG 2.2, 1.4.10: 320 px wide, and 256 px high as at 400 % zoom on a small screen. */
export const reflow: ApprovalCheck = {
  name: 'no page scrolls sideways at 320 px, as at 400 % zoom, in any language',
  async run({ open }, scale) {
    await using tab = await open({ viewport: { width: 320, height: 256 } });
    const found: string[] = [];
    for (const language of scale === 'full' ? ['en', 'de', 'nl', 'fr', 'ar'] : ['de', 'ar'])
      for (const view of names) {
        await tab.show({
          view,
          language,
          frame: { thirdPartyName: 'Zahlungsdienstleistungsgesellschaft '.repeat(3) },
        });
        await openAll(tab);
        const over = await tab.page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (over > 0) found.push(`${view}, ${language}: ${over} px`);
      }
    equal(found.join('\n      '), '', 'pages that scroll sideways');
    return `${names.length} states`;
  },
};

import axe from 'axe-core';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the violations that axe-core finds. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const result: unknown = await page.evaluate(
    `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(rules)} }, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(n => n.target.join(' ')).join(', ')))`,
  );
  return Array.isArray(result) ? result.map(String) : ['axe-core returned no result'];
}

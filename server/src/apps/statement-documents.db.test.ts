import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDocumentRenderer } from '#adapters/documents/document-renderer.ts';
import { readTemplateFolder } from '#adapters/documents/template-folder.ts';
import {
  createStatementsTestApp,
  type StatementsTestApp,
} from '#capabilities/accounts/testing/statements-test-app.suite.ts';
import { publishTemplate } from '#capabilities/correspondence/index.ts';
import { at } from '#platform/testing/json-at.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const renderer = createDocumentRenderer();
let app: StatementsTestApp;
beforeAll(async () => {
  app = await createStatementsTestApp(renderer);
  const { category, locales, sample, templateId, ...head } = readTemplateFolder(
    fileURLToPath(new URL('../../templates/statement', import.meta.url)),
  );
  const context = app.statementContext();
  await publishTemplate(
    { ...context, ...context.identity.authorization.correspondence },
    {
      sample,
      template: {
        ...head,
        templateId,
        messageCategory: category,
        locales: [...locales]
          .filter(([locale]) => locale === 'de')
          .map(([locale, { docx, pdf, texts }]) => ({ locale, texts, pdf, docx })),
      },
    },
  );
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await renderer.close();
});

test('a statement is a document by the template of the product; its message has a masked account number', async () => {
  const holder = await app.holder();
  app.core.clock.set(app.identity.clock.now().toString());
  await app.core.receive(holder.accountId, { minor: 1_250n, currency: 'EUR' });
  const month = app.toIssueDay();
  app.texts.length = 0;
  await app.make();
  expect(await app.statementsOf(holder.customerNumber)).toEqual([{ accountId: holder.iban, files: 1 }]);
  const [message = ''] = app.texts;
  expect(message).toContain(`Kontoauszug ${month.replace('-', '/')}`);
  expect(message).toContain(holder.iban.slice(-4));
  expect(message).not.toContain(holder.iban);
  const [attachment] = await app.identity.database.query<{ size_bytes: number; content_type: string }>(
    'select size_bytes::int, content_type from correspondence.attachment order by attachment_id desc limit 1',
    [],
  );
  expect(attachment?.content_type).toBe('application/pdf');
  expect(attachment?.size_bytes).toBeGreaterThan(10_000);
  expect(at(app.rendered.at(-1)?.data, 'account', 'iban')).toBe(holder.iban);
});

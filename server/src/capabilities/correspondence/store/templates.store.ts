import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { chooseLanguage } from '#platform/kernel/language.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { messageKinds } from '../domain/literals.ts';
import type { DocumentTemplate, Template, TemplateTexts } from '../domain/template.ts';
import { literalOf } from './communication-rows.ts';
import { rawQuery, tables } from './tables.ts';

interface TemplateCriteria {
  readonly bankId: string;
  readonly templateId: string;
}

interface TextRow {
  readonly version: number;
  readonly name: string;
  readonly message_kind: string;
  readonly message_category: string;
  readonly data_schema: Readonly<Record<string, unknown>>;
  readonly locale: string;
  readonly title: string;
  readonly text: string;
  readonly html: string | null;
  readonly short: string | null;
}

const newest = sql`
  select t.version, t.name, t.message_kind, t.message_category, t.data_schema from correspondence.template t`;

const findTexts = statement<TemplateCriteria>()(({ bankId, templateId }) =>
  rawQuery(sql<TextRow>`
    with newest as (
      ${newest} where t.bank_id = ${bankId} and t.template_id = ${templateId} order by t.version desc limit 1)
    select newest.*, l.locale, l.title, l.text, l.html, l.short
      from newest join correspondence.template_locale l
        on l.bank_id = ${bankId} and l.template_id = ${templateId} and l.version = newest.version`),
);

/** Finds the newest version of a template in the best of the requested languages. */
export interface TemplateEdition {
  in(languages: readonly string[]): Template;
}

/** The language is chosen afterwards, so that the recipient can be read in the same round trip. */
export async function findTemplate(
  db: Reader,
  criteria: TemplateCriteria,
): Promise<TemplateEdition | undefined> {
  const rows = await db.rows(findTexts(criteria));
  const [first] = rows;
  if (first === undefined) return undefined;
  return { in: (languages) => templateOf(criteria.templateId, rowIn([first, ...rows], languages)) };
}

interface DocumentRow extends TextRow {
  readonly pdf: string | null;
  readonly docx: Buffer | null;
}

const findDocuments = statement<TemplateCriteria & { readonly locale: string }>()(
  ({ bankId, locale, templateId }) =>
    rawQuery(sql<DocumentRow>`
    with newest as (
      ${newest} where t.bank_id = ${bankId} and t.template_id = ${templateId} order by t.version desc limit 1)
    select newest.*, l.locale, l.title, l.text, l.html, l.short, l.pdf, l.docx
      from newest join correspondence.template_locale l
        on l.bank_id = ${bankId} and l.template_id = ${templateId} and l.version = newest.version
     where l.locale = ${locale}`),
);

/** The same with document sources, which are long and rarely needed. */
export async function findDocumentTemplate(
  db: Reader,
  criteria: TemplateCriteria & { readonly languages: readonly string[] },
): Promise<DocumentTemplate | undefined> {
  const { bankId, languages, templateId } = criteria;
  const found = await findTemplate(db, { bankId, templateId });
  if (found === undefined) return undefined;
  const { locale } = found.in(languages);
  const row = await db.first(findDocuments({ bankId, templateId, locale }));
  return (
    row && {
      ...templateOf(templateId, row),
      name: row.name,
      pdf: row.pdf ?? undefined,
      docx: row.docx ?? undefined,
    }
  );
}

function rowIn(rows: readonly [TextRow, ...TextRow[]], languages: readonly string[]): TextRow {
  const locales = rows.map(({ locale }) => locale).toSorted();
  const fallback = locales.includes('en') ? 'en' : (locales[0] ?? 'en');
  const chosen = chooseLanguage(languages, locales, fallback);
  return rows.find(({ locale }) => locale === chosen) ?? rows[0];
}

function templateOf(templateId: string, row: TextRow): Template {
  return {
    templateId,
    version: row.version,
    locale: row.locale,
    messageKind: literalOf(messageKinds, row.message_kind),
    messageCategory: row.message_category,
    schema: row.data_schema,
    texts: omitUndefined({
      title: row.title,
      text: row.text,
      html: row.html ?? undefined,
      short: row.short ?? undefined,
    }),
  };
}

/** A template to publish. */
export interface NewTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly description: string;
  readonly messageKind: string;
  readonly messageCategory: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly locales: readonly NewTemplateLocale[];
}

export interface NewTemplateLocale {
  readonly locale: string;
  readonly texts: TemplateTexts;
  readonly pdf: string | undefined;
  readonly docx: Uint8Array | undefined;
}

const findVersion = statement<TemplateCriteria>()(({ bankId, templateId }) =>
  rawQuery(sql<{ version: number; content_hash: Buffer }>`
    select version, content_hash from correspondence.template
     where bank_id = ${bankId} and template_id = ${templateId} order by version desc limit 1`),
);

/** Number and hash of the newest version. */
export async function findNewestVersion(
  db: Reader,
  criteria: TemplateCriteria,
): Promise<{ readonly version: number; readonly contentHash: Buffer } | undefined> {
  const row = await db.first(findVersion(criteria));
  return row && { version: row.version, contentHash: row.content_hash };
}

interface TemplateColumns extends TemplateCriteria {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly messageKind: string;
  readonly messageCategory: string;
  readonly schema: string;
  readonly contentHash: Buffer;
  readonly publishedBy: string;
  readonly createdAt: Temporal.Instant;
}

const insert = statement<TemplateColumns>('write')((row) =>
  tables.insertInto('template').values({
    bank_id: row.bankId,
    template_id: row.templateId,
    version: row.version,
    name: row.name,
    description: row.description,
    message_kind: row.messageKind,
    message_category: row.messageCategory,
    data_schema: sql`${row.schema}::jsonb`,
    content_hash: row.contentHash,
    published_by: row.publishedBy,
    created_at: row.createdAt,
  }),
);

interface LocaleColumns extends TemplateCriteria {
  readonly version: number;
  readonly locale: string;
  readonly title: string;
  readonly text: string;
  readonly html: string | null;
  readonly short: string | null;
  readonly pdf: string | null;
  readonly docx: Buffer | null;
}

const insertLocale = statement<LocaleColumns>('write')((row) =>
  tables.insertInto('template_locale').values({
    bank_id: row.bankId,
    template_id: row.templateId,
    version: row.version,
    locale: row.locale,
    title: row.title,
    text: row.text,
    html: row.html,
    short: row.short,
    pdf: row.pdf,
    docx: row.docx,
  }),
);

/** Bank and publisher of a version. */
export interface Publication {
  readonly bankId: string;
  readonly version: number;
  readonly contentHash: Buffer;
  readonly publishedBy: string;
  readonly createdAt: Temporal.Instant;
}

/** Inserts a version; versions are immutable. */
export function insertTemplate(work: Writer, template: NewTemplate, publication: Publication): void {
  const { locales, schema, templateId, ...head } = template;
  work.write(insert({ ...head, ...publication, templateId, schema: JSON.stringify(schema) }));
  for (const { docx, locale, pdf, texts } of locales) {
    work.write(
      insertLocale({
        bankId: publication.bankId,
        templateId,
        version: publication.version,
        locale,
        title: texts.title,
        text: texts.text,
        html: texts.html ?? null,
        short: texts.short ?? null,
        pdf: pdf ?? null,
        docx: docx === undefined ? null : Buffer.from(docx),
      }),
    );
  }
}

/** Locks the template name: concurrent publishers must get different version numbers. */
export async function lockTemplate(work: Writer, bankId: string, templateId: string): Promise<void> {
  await lockName(work, 'template', bankId, templateId);
}

import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

/** Larger than the number of templates of any bank. */
const templatesMax = 1_000;

/** A template in a list. */
export interface ListedTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly description: string;
}

const list = statement<{ readonly bankId: string }>()(({ bankId }) =>
  rawQuery(sql<{ template_id: string; name: string; description: string }>`
    select distinct on (template_id) template_id, name, description
      from correspondence.template
     where bank_id = ${bankId}
     order by template_id, version desc
     limit ${sql.lit(templatesMax)}`),
);

/** Lists the templates of a bank, each in its newest version. */
export async function listTemplates(db: Reader, bankId: string): Promise<readonly ListedTemplate[]> {
  const rows = await db.rows(list({ bankId }));
  return rows.map((row) => ({
    templateId: row.template_id,
    name: row.name,
    description: row.description,
  }));
}

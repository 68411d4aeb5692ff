import pg from 'pg';
import { analyseStatement, readCatalogue } from './catalogue.ts';
import { type Checked, Comparison } from './compare.ts';
import { type DefinitionSite, readDefinitionSites, type SourceReading } from './definition-sites.ts';
import type { ObservedDefinition } from './observed.ts';
import { ownershipErrors } from './ownership.ts';
import { prepareStatement } from './prepared.ts';
import {
  definingFiles,
  observeProduct,
  productTexts,
  type SourceText,
  samplesFile,
} from './product-statements.ts';

/** Transaction control is no query: the server parses it and has nothing to say about it. */
const control = /^(?:begin|commit|rollback)$/i;

/** What the check found, and how much it looked at. */
export interface StatementReport {
  readonly findings: readonly string[];
  readonly sites: number;
  readonly texts: number;
}

/** Prepares every statement of the product against a migrated database and compares it with its types. */
export async function checkStatements(root: string): Promise<StatementReport> {
  const texts = await productTexts(root);
  const files = definingFiles(texts);
  const observed = await observeProduct(root, files);
  const reading = readDefinitionSites(root, files);
  const { found, lost } = match(reading, observed);
  const unseen = reading.sites
    .filter((site) => !found.has(site))
    .map((site) => `${place(site)} no text of this statement is known; call it in ${samplesFile}`);
  const errors = await errorsOf(reading, found);
  return {
    findings: [...reading.findings, ...driverErrors(texts), ...lost, ...unseen, ...errors],
    sites: reading.sites.length,
    texts: [...found.values()].reduce((sum, texts) => sum + texts.length, 0),
  };
}

/** Files of the platform that use the driver itself, and why none of their queries is a statement of ours. */
const driverFiles: readonly string[] = [
  'server/src/platform/db/database.ts', // Opens the connections.
  'server/src/platform/db/failure.ts', // Reads error codes.
  'server/src/platform/db/flush.ts', // Sends the statements.
  'server/src/platform/db/migrate.ts', // Runs migrations on databases that have none of the tables yet.
  'server/src/platform/db/apply-migration.ts', // Applies one of them, on the connection that holds the lock.
  'server/src/platform/db/shared-sender.ts', // Tells errors of the server from others.
  'server/src/platform/db/values.ts', // Reads and writes values.
  'server/src/platform/work/command-groups.ts', // Tells errors of the server from others.
  'server/src/platform/work/dead-worker-monitor.ts', // Holds an advisory lock on a connection of the job runner.
  'server/src/platform/work/patient-pool.ts', // Lends connections to the job runner.
];

/** SQL that goes to the driver directly would go unseen. */
function driverErrors(texts: readonly SourceText[]): readonly string[] {
  return texts
    .filter(({ path, text }) => /from 'pg'/.test(text) && !driverFiles.includes(path))
    .map(
      ({ path }) =>
        `${path}:1 uses the driver pg directly; send statements through Reader, Writer or Database`,
    );
}

type ObservedSites = ReadonlyMap<DefinitionSite, readonly ObservedDefinition[]>;

/** Each definition belongs to the innermost site around its call. A site may have several texts. */
function match(
  { positionOf, sites }: SourceReading,
  observed: readonly ObservedDefinition[],
): { readonly found: ObservedSites; readonly lost: readonly string[] } {
  const found = new Map<DefinitionSite, ObservedDefinition[]>();
  const lost: string[] = [];
  for (const one of observed) {
    const position = positionOf(one.file, one.line, one.column) ?? -1;
    const [site] = sites
      .filter(({ end, file, start }) => file === one.file && start <= position && position <= end)
      .toSorted((a, b) => b.start - a.start);
    if (site === undefined) {
      lost.push(`${one.file}:${one.line} a statement is defined here that the source does not show`);
      continue;
    }
    const texts = found.get(site) ?? [];
    if (!texts.some(({ definition }) => definition.text === one.definition.text)) texts.push(one);
    found.set(site, texts);
  }
  return { found, lost };
}

async function errorsOf(reading: SourceReading, found: ObservedSites): Promise<readonly string[]> {
  // Not before the modules were observed: it defines statements of the platform itself.
  const { createTestDatabase } = await import('../../server/src/platform/testing/database.ts');
  await using database = await createTestDatabase({ poolSize: 1 });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const comparison = new Comparison(reading.checker, await readCatalogue(client));
    const errors = new Set<string>();
    const all = [...found].flatMap(([site, texts]) => texts.map(({ definition }) => ({ site, definition })));
    for (const { definition, site } of all)
      for (const error of await textErrors(client, comparison, { site, definition }))
        errors.add(`${place(site)} ${error}`);
    return [...errors];
  } finally {
    await client.end();
  }
}

async function textErrors(
  client: pg.Client,
  comparison: Comparison,
  { definition, site }: Pick<Checked, 'site' | 'definition'>,
): Promise<readonly string[]> {
  const { text } = definition;
  const prepared = await prepareStatement(client, text);
  if ('error' in prepared)
    return [`${prepared.error}${prepared.near === undefined ? '' : `, near: ${prepared.near}`}`];
  const analysis = control.test(text)
    ? undefined
    : await analyseStatement(client, text, prepared.parameterOids);
  return [
    ...comparison.errorsOf({ site, definition, prepared, analysis }),
    ...ownershipErrors(site.file, analysis),
  ];
}

function place({ file, line, name }: DefinitionSite): string {
  return `${file}:${line} ${name}:`;
}

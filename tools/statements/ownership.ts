import type { Analysis } from './catalogue.ts';

/** Schemas of PostgreSQL itself. Its views are read for locks and roles. */
const always = ['pg_catalog'];

/** The platform keeps its own tables, the list of migrations and the job queue. */
const ofPlatform = ['platform', 'public', 'graphile_worker'];

/** Files whose statements name tables that others declare; the texts come from those declarations. */
const generic: readonly string[] = [
  // Walks the sealed columns that each capability lists with its key classes.
  'server/src/platform/key-ring/sealed-rows.store.ts',
  // Counts the rows of the tables that each capability walks.
  'server/src/platform/key-ring/count-rows.ts',
];

/** Tables and functions outside the schemas that a file may name. */
export function ownershipErrors(file: string, analysis: Analysis | undefined): readonly string[] {
  if (analysis === undefined || generic.includes(file)) return [];
  const allowed = [...always, ...schemasOf(file)];
  return analysis.uses
    .filter(({ schema }) => !allowed.includes(schema))
    .map(
      ({ name, schema }) =>
        `uses ${schema}.${name}; this file may use only the schema ${schemasOf(file)[0]}. Ask the owner through its index.ts or a port`,
    );
}

/** A capability has one schema, named as its folder; so has the ledger. Everything else belongs to the platform. */
function schemasOf(file: string): readonly string[] {
  const [, capability] = /^server\/src\/(?:capabilities|adapters(?=\/ledger\/))\/([^/]+)\//.exec(file) ?? [];
  return capability === undefined ? ofPlatform : [capability.replaceAll('-', '_')];
}

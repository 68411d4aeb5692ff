import { parseArgs } from 'node:util';
import { repositoryRoot } from './repository.ts';
import { checkStatements } from './statements/check-statements.ts';

/**
 * `node tools/statements.ts`: prepares every SQL statement of the product against a migrated database and compares
 * columns, parameters and tables with what the source declares. `--root` checks another copy of the repository.
 */
const { values: given } = parseArgs({ options: { root: { type: 'string' } } });
const { findings, sites, texts } = await checkStatements(given.root ?? repositoryRoot);
for (const finding of findings) console.error(finding);
console.log(`${sites} statements, ${texts} texts, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

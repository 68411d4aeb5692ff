import { runCoreHistory } from './examples/core-history.ts';
import { exampleTexts } from './examples/files.ts';
import { runHistories } from './examples/histories.ts';
import { writeFiles } from './generate-tables.ts';

/**
 * `npm run examples` sends the requests of the histories in `tools/examples` to the product with a new database, and
 * writes each exchange to `contracts/examples`. A test sends them again and compares. Run `npm run generate` afterwards:
 * the OpenAPI documents include the examples.
 */
const root = new URL('../', import.meta.url);
const texts = exampleTexts({ ...(await runHistories()), ...(await runCoreHistory()) });
await writeFiles(texts, root);
console.log(`wrote ${texts.size} files`);

import { conformanceDocument, gapsOf, readConformance } from './conformance/document.ts';

/** `npm run conformance` prints the table of `docs/xs2a-conformance.md`, and what is missing in it. */
console.log(await conformanceDocument('Printed by `npm run conformance`.'));
const gaps = gapsOf(await readConformance());
for (const gap of gaps) console.error(gap);
process.exitCode = gaps.length === 0 ? 0 : 1;

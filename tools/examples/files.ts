import { readFile } from 'node:fs/promises';
import { coreOperations } from '../../server/src/adapters/core-http/contract/operations.ts';
import { contracts } from '../../server/src/apps/wiring.ts';
import type { Examples } from '../../server/src/platform/openapi/example.ts';

/** Name of the interface that cores serve. */
export const coreConnector = 'core-connector';

const root = new URL('../../', import.meta.url);

/** Returns the file with the examples of an interface. */
function exampleFile(interfaceName: string): string {
  return `contracts/examples/${interfaceName}.json`;
}

/** Returns the text of each file of examples, for examples by operation. */
export function exampleTexts(examples: Examples): ReadonlyMap<string, string> {
  const byInterface = Map.groupBy(contracts, ({ interface: { name } }) => name);
  const all = [...byInterface, [coreConnector, coreOperations] as const];
  const texts = all.map(([name, its]): [string, string] => {
    const own = its
      .map(({ operationId }) => [operationId, examples[operationId]] as const)
      .filter(([, recorded]) => recorded !== undefined);
    return [exampleFile(name), `${JSON.stringify(Object.fromEntries(own), undefined, 2)}\n`];
  });
  return new Map(texts.filter(([, text]) => text !== '{}\n'));
}

/** Reads the examples that are in the repository; none if the interface has no file. */
export async function readExamples(interfaceName: string): Promise<Examples> {
  const text = await readFile(new URL(exampleFile(interfaceName), root), 'utf8').catch(() => '{}');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own generator writes these files
  return JSON.parse(text) as Examples;
}

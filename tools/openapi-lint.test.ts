import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { repositoryFiles, textOf } from './repository.ts';

/** Warnings of the documents that are accepted, each with its reason. */
const acceptedWarnings: readonly string[] = [];

const documents = (await repositoryFiles()).filter((path) => path.startsWith('contracts/openapi/'));
const config = await createConfig({ extends: ['recommended'] });

/** Returns what the recommended rules of Redocly find in a document. */
async function findingsIn(path: string, source: string): Promise<readonly string[]> {
  const found = await lintFromString({ source, absoluteRef: path, config });
  return found.map(
    ({ location, message, ruleId, severity }) =>
      `${path} ${severity} ${ruleId} ${location[0]?.pointer ?? ''} ${message}`,
  );
}

test('there is a document for each interface', () => {
  expect(documents.length).toBeGreaterThanOrEqual(8);
});

test.each(documents)('%s follows the recommended rules', async (path) => {
  const findings = await findingsIn(path, await textOf(path));
  expect(findings.filter((finding) => !acceptedWarnings.includes(finding))).toEqual([]);
});

test('a reference that leads nowhere and an operation without a name are found', async () => {
  const [path = ''] = documents;
  const source = await textOf(path);
  const broken = source.replace('$ref: "#/components/responses/', '$ref: "#/components/responses/not-');
  expect(await findingsIn(path, broken)).toContainEqual(expect.stringContaining('error no-unresolved-refs'));
  const unnamed = source.replace(/^ {6}operationId: .*\n/m, '');
  expect(await findingsIn(path, unnamed)).toContainEqual(expect.stringContaining('operation-operationId'));
});

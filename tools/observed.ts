import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { capabilities } from '../server/src/apps/wiring.ts';

/**
 * `node tools/observed.ts FOLDER` compares what the tests observed with what the contracts declare: every response
 * and every problem that an operation declares must have been returned in a test. The `tests` step runs it.
 */
const observation = Type.Object({
  operationId: Type.String(),
  status: Type.Integer(),
  problem: Type.Union([Type.String(), Type.Null()]),
});

async function readObservations(folder: string): Promise<ReadonlySet<string>> {
  const observed = new Set<string>();
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const line of text.trimEnd().split('\n')) {
      const { operationId, problem, status } = Parse(observation, JSON.parse(line));
      observed.add(`${operationId} ${status}`);
      if (problem !== null) observed.add(`${operationId} ${problem}`);
    }
  }
  return observed;
}

/** Declared, but no test observes them. Delete an entry with the test that does; nothing enforces it. */
const notYet: ReadonlySet<string> = new Set([
  'OAuth_BackchannelAuthentication 403',
  'OAuth_SignedOut 400',
  'OAuth_BeginSignIn 401',
  'OAuth_BeginSignIn 403',
  'OAuth_BeginSignIn 429',
  'OAuth_BeginSignIn 500',
  'OAuth_ContinueSignIn 401',
  'OAuth_ContinueSignIn 429',
  'OAuth_ContinueSignIn 500',
  'OAuth_ContinueSignIn 503',
]);

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node tools/observed.ts FOLDER');
  process.exit(2);
}
const observed = await readObservations(folder);
const declared = capabilities.flatMap(({ routes }) =>
  routes.flatMap(({ contract: { operationId, problems, responses } }) => [
    ...Object.keys(responses).map((status) => `${operationId} ${status}`),
    ...problems.map(({ literal }) => `${operationId} ${literal}`),
  ]),
);
const missing = declared.filter((pair) => !observed.has(pair));
const unexpected = missing.filter((pair) => !notYet.has(pair));
console.log(
  `${declared.length - missing.length} of ${declared.length} declared responses and problems were observed`,
);
for (const pair of unexpected) console.log(`never observed: ${pair}`);
process.exitCode = unexpected.length === 0 ? 0 : 1;

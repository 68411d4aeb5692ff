import { contracts } from '../../server/src/apps/wiring.ts';
import { type Contract, problemsOf } from '../../server/src/platform/http/contract.ts';
import { type Evidence, EvidenceFinder } from './evidence.ts';
import { operations, type StandardOperation } from './operations.ts';
import { proofs } from './proofs.ts';
import { type NameSet, vocabulary } from './vocabulary.ts';

/** One line of the conformance document: a value of the standard, and the test that shows it. */
export interface ConformanceRow {
  readonly name: string;
  readonly evidence: Evidence | undefined;
  /** Why the value is neither read nor returned. */
  readonly absence?: string;
}

export interface Conformance {
  readonly operations: readonly {
    readonly operation: StandardOperation;
    readonly contract: Contract | undefined;
  }[];
  readonly sets: readonly { readonly title: string; readonly rows: readonly ConformanceRow[] }[];
}

/** Compares the interface and its tests with the names of the standard. */
export async function readConformance(): Promise<Conformance> {
  const finder = await EvidenceFinder.read();
  return {
    operations: operations.map((operation) => ({
      operation,
      contract: contracts.find(({ method, path }) => method === operation.method && path === operation.path),
    })),
    sets: vocabulary.map((set) => ({ title: set.title, rows: rowsOf(set, finder) })),
  };
}

function rowsOf(
  { absent = {}, areSent = false, form = 'value', members = [], names, title }: NameSet,
  finder: EvidenceFinder,
): readonly ConformanceRow[] {
  const evidenceOf = (name: string): Evidence | undefined => {
    const proof = proofs[title]?.[name];
    if (proof !== undefined) return finder.check(name, proof);
    return areSent ? undefined : finder.find({ name, form, members });
  };
  return [
    ...names.map((name) => ({ name, evidence: evidenceOf(name) })),
    ...Object.entries(absent).map(([name, absence]) => ({ name, evidence: undefined, absence })),
  ];
}

/** Operations without a contract, and values without a test: the gate refuses both. */
export function gapsOf({ operations: rows, sets }: Conformance): readonly string[] {
  return [
    ...rows
      .filter(({ contract }) => contract === undefined)
      .map(({ operation: { id, method, path } }) => `${id} ${method} ${path}: no contract`),
    ...sets.flatMap(({ rows: names, title }) =>
      names
        .filter(({ absence, evidence }) => evidence === undefined && absence === undefined)
        .map(({ name }) => `${title}: ${name}: no test over HTTP shows it; name one in proofs.ts`),
    ),
    ...unknownProofs(sets),
  ];
}

/** Proofs of names that no set has. */
function unknownProofs(sets: Conformance['sets']): readonly string[] {
  return Object.entries(proofs).flatMap(([title, named]) => {
    const rows = sets.find((set) => set.title === title)?.rows ?? [];
    return Object.keys(named)
      .filter((name) => !rows.some((row) => row.name === name && row.absence === undefined))
      .map((name) => `proofs.ts: ${title}: ${name}: no such name`);
  });
}

/** Statuses that an operation declares: those of its responses and of its problems. */
function statusesOf(contract: Contract): string {
  const { describeProblem } = contract.interface.dialect;
  const refusals = problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status);
  const all = new Set([...Object.keys(contract.responses).map(Number), ...refusals]);
  return [...all].toSorted((one, other) => one - other).join(' ');
}

/** Writes `docs/xs2a-conformance.md`. */
export async function conformanceDocument(notice: string): Promise<string> {
  const conformance = await readConformance();
  const operationRows = conformance.operations.map(({ contract, operation: { id, method, path, source } }) =>
    contract === undefined
      ? `| ${id} | ${method} | \`${path}\` | ${source} | **not built** | |`
      : `| ${id} | ${method} | \`${path}\` | ${source} | ${statusesOf(contract)} | \`${contract.operationId}\` |`,
  );
  const sections = conformance.sets.map(
    ({ rows, title }) =>
      `## ${title}\n\n| Name | Test, or why it does not occur |\n|---|---|\n${rows.map(rowText).join('\n')}\n`,
  );
  return `# XS2A: conformance

${notice} \`npm run conformance\` prints what is missing; the tests refuse any gap.

Every operation, status, header, link, enumeration and message code of the Berlin Group's NextGenPSD2 1.3.16 and of the consents
to confirmation of funds 2.0, as this interface offers them. Where a bank has a choice, the [bank profile](generated/xs2a-profile.md)
names it; where the interface differs from the standard, the profile that third parties read lists it under \`deviations\`.

A test stands here if it receives the name over HTTP and expects it, or, for a name that third parties send, if it fails where the
product ignores the name; [proofs.ts](../tools/conformance/proofs.ts) names those.

## Operations

Every status of a row is returned in a test: the step \`tests\` fails on a declared response or problem that no test observed.
Who may call what is requested for every row by [matrix.db.test.ts](../tools/matrix.db.test.ts).

| | Method | Path | Named by | Statuses | Operation |
|---|---|---|---|---|---|
${operationRows.join('\n')}

${sections.join('\n')}`;
}

function rowText({ absence, evidence, name }: ConformanceRow): string {
  if (absence !== undefined) return `| \`${name}\` | not used: ${absence} |`;
  if (evidence === undefined) return `| \`${name}\` | **no test** |`;
  const { path, test } = evidence;
  return `| \`${name}\` | [${path.split('/').at(-1)}](../${path}): ${test.replaceAll('|', String.raw`\|`)} |`;
}

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { personasAsMarkdown } from '../server/src/apps/demo/describe-persona.ts';
import { version } from '../server/src/apps/release.ts';
import {
  capabilities,
  contracts,
  eventKinds,
  pageRoutes,
  policies,
  problemCatalogues,
} from '../server/src/apps/wiring.ts';
import { channel } from '../server/src/dialects/channel/channel.ts';
import { oauth } from '../server/src/dialects/oauth/oauth.ts';
import { plain } from '../server/src/dialects/plain/plain.ts';
import { xs2a } from '../server/src/dialects/xs2a/xs2a.ts';
import type { Access, BindingAccess, SignInAccess } from '../server/src/platform/auth/access.ts';
import { settingsAsMarkdown } from '../server/src/platform/config/describe-config.ts';
import type { Contract } from '../server/src/platform/http/contract.ts';
import { problemsOf } from '../server/src/platform/http/contract.ts';
import { metricTable } from '../server/src/platform/log/metric-table.ts';
import { labelValues } from '../server/src/platform/log/metrics.ts';
import { openApiOf } from '../server/src/platform/openapi/openapi.ts';
import { commandsDocument } from './commands-document.ts';
import { conformanceDocument } from './conformance/document.ts';
import { coreConnectorDocument } from './core-connector-document.ts';
import { coreConnector, readExamples } from './examples/files.ts';
import { dashboardDocuments } from './operations/dashboards.ts';
import { repositoryFiles } from './repository.ts';
import { signInDocument } from './sign-in-document.ts';
import { typescriptTypes } from './typescript-types.ts';
import { xs2aProfileDocument } from './xs2a-profile-document.ts';

const root = new URL('../', import.meta.url);
const notice = 'Made by `npm run generate`. Do not edit.';

/** Generates the documents that come from the contracts and the code, by path from the root. */
export async function generateDocuments(): Promise<ReadonlyMap<string, string>> {
  const openApi = new Map(await openApiDocuments());
  return new Map([
    ...openApi,
    ...(await typescriptTypes(openApi, notice)),
    [
      'contracts/openapi/core-connector.yaml',
      yamlOf(coreConnectorDocument(version, await readExamples(coreConnector))),
    ],
    ['docs/generated/endpoints.md', await endpointsDocument()],
    ['docs/generated/problems.md', problemsDocument()],
    ['docs/generated/events.md', eventsDocument()],
    ['docs/generated/gaps.md', await gapsDocument()],
    ['docs/generated/access.md', accessDocument()],
    ['docs/generated/configuration.md', `# Settings\n\n${notice}\n\n${settingsAsMarkdown()}`],
    ['docs/generated/policies.md', policiesDocument()],
    ['docs/generated/xs2a-profile.md', xs2aProfileDocument(notice)],
    ['docs/xs2a-conformance.md', await conformanceDocument(notice)],
    ['docs/generated/metrics.md', metricsDocument()],
    ...dashboardDocuments(),
    ['docs/commands.md', `# Commands\n\n${notice}\n\n${commandsDocument()}`],
    [
      'docs/generated/personas.md',
      `# Personas\n\n${notice} How to use them: [demo bank](../guides/demo-bank.md).\n\n${personasAsMarkdown()}`,
    ],
    ['docs/generated/sign-in-states.md', signInDocument(notice)],
  ]);
}

function policiesDocument(): string {
  const rows = policies
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(
      ({ default: usual, max, min, name, unit }) => `| \`${name}\` | ${usual} | ${unit} | ${min} to ${max} |`,
    );
  return [
    '# Policies',
    '',
    `${notice} Two employees change a value with \`policies propose\` and \`policies approve\` ([commands](../commands.md), [ADR 0149](../adr/0149-policies-of-banks.md)).`,
    '',
    '| Policy | Default | Unit | A bank may choose |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function openApiDocuments(): Promise<readonly (readonly [string, string])[]> {
  const byInterface = [...Map.groupBy(contracts, (contract) => contract.interface.name)];
  return Promise.all(
    byInterface.map(async ([name, its]) => {
      const facts = { version, tokenUrl: tokenUrl(), examples: await readExamples(name) };
      return [`contracts/openapi/${name}.yaml`, yamlOf(openApiOf(its, facts))] as const;
    }),
  );
}

function yamlOf(document: object): string {
  return `# ${notice}\n${stringify(document, { aliasDuplicateObjects: false, lineWidth: 110 })}`;
}

function tokenUrl(): string {
  const token = contracts.find(({ operationId }) => operationId === 'OAuth_Token');
  if (token === undefined) throw new Error('no contract is the token endpoint');
  return token.path;
}

/** Maps every path to the file and line of its operation and of its contract. */
async function endpointsDocument(): Promise<string> {
  const sections: string[] = [];
  const sorted = capabilities.toSorted((one, other) => one.name.localeCompare(other.name));
  for (const { name: capability, routes } of [...sorted, { name: 'pages', routes: pageRoutes }]) {
    const rows: string[] = [];
    for (const { contract, operation } of routes) {
      const { folder, operations } = await filesOf(capability, operation.name);
      const operationLine = await lineOf(operations, `function ${operation.name}(`);
      const contractLine = operations.startsWith(`${approvals}/`)
        ? await findContract(approvals, `_${contract.operationId.split('_').slice(1).join('_')}\``)
        : await findContract(folder, operationIdText(contract));
      rows.push(
        `| ${contract.method} | \`${contract.path}\` | ${link(operationLine)} | ${link(contractLine)} | ${contract.summary} |`,
      );
    }
    sections.push(
      `## ${capability}\n\n| Method | Path | Operation | Contract | What |\n|---|---|---|---|---|\n${rows.join('\n')}\n`,
    );
  }
  return `# Endpoints\n\n${notice} Find a path; its row names the file and line of the operation and of its contract.\n\n${sections.join('\n')}`;
}

/** Returns the folder of a capability and the file of an operation; the pages have theirs in one folder. */
async function filesOf(
  capability: string,
  operation: string,
): Promise<{ readonly folder: string; readonly operations: string }> {
  if (capability === 'pages') {
    const folder = 'server/src/apps/pages';
    const pages = operation.includes('Approval') ? 'approval' : 'account';
    return { folder, operations: `${folder}/${pages}-routes.ts` };
  }
  const folder = `server/src/capabilities/${capability}`;
  // Where a capability has many operations they stand in one folder per subject.
  const file = `/${kebab(operation)}.ts`;
  const candidates = (await repositoryFiles()).filter((path) => path.endsWith(file));
  // Approvals have the operations of routes that others mount.
  const operations = [folder, approvals]
    .map((owner) => candidates.find((path) => path.startsWith(`${owner}/operations/`)))
    .find((path) => path !== undefined);
  if (operations === undefined) throw new Error(`${folder}/operations has no file for ${operation}`);
  return { folder, operations };
}

/** Returns how the contract writes its operation id; those of OPTIONS are derived from the other contracts of a path. */
function operationIdText({ method, operationId }: Contract): string {
  const [name] = operationId.split('_');
  return method === 'OPTIONS' && name === 'Client'
    ? `operationId: \`${name}_Options`
    : `operationId: '${operationId}'`;
}

const approvals = 'server/src/capabilities/sca';

function link({ path, line }: { readonly path: string; readonly line: number }): string {
  return `[${path.split('/').slice(-2).join('/')}:${line}](../../${path}#L${line})`;
}

/** Finds the contract that contains the text; a contract that is too large becomes a folder of the same name. */
async function findContract(folder: string, text: string): Promise<{ path: string; line: number }> {
  const paths = (await repositoryFiles()).filter(
    (path) =>
      /^(?:contract\.ts|contract\/.*|(?:account|approval)-contract\.ts)$/v.test(
        path.slice(folder.length + 1),
      ) && path.startsWith(`${folder}/`),
  );
  for (const path of paths) {
    if ((await readFile(new URL(path, root), 'utf8')).includes(text)) return lineOf(path, text);
  }
  throw new Error(`no contract of ${folder} has a line with ${text}`);
}

async function lineOf(path: string, text: string): Promise<{ path: string; line: number }> {
  const lines = (await readFile(new URL(path, root), 'utf8')).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  if (index < 0) throw new Error(`${path} has no line with ${text}`);
  return { path, line: index + 1 };
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function problemsDocument(): string {
  const dialects = [xs2a, channel, plain, oauth];
  const sections = Object.entries(problemCatalogues).map(([owner, catalogue]) => {
    const rows = Object.entries(catalogue).map(([literal, { entry }]) => {
      const statuses = dialects.map((dialect) => {
        const { status, code } = dialect.describeProblem(entry, literal);
        return `${status}${code === '' ? '' : ` ${code}`}`;
      });
      return `| \`${literal}\` | ${entry.kind} | ${statuses.join(' | ')} | ${entry.message} |`;
    });
    return `## ${owner}\n\n| Literal | Kind | ${dialects.map(({ name }) => name).join(' | ')} | Message |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Problems\n\n${notice} Messages are for people, literals for programs.\n\n${sections.join('\n')}`;
}

function eventsDocument(): string {
  const rows = eventKinds.map(
    ({ name, version: of, source, aggregateKind, data, summary }) =>
      `| \`${name}\` | ${of} | ${source} | ${aggregateKind} | ${Object.keys(data.properties).join(', ')} | ${summary} |`,
  );
  return `# Events\n\n${notice} Published as CloudEvents 1.0, at least once, in order per aggregate.\n\n| Name | Version | Source | Aggregate | Data | When |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function metricsDocument(): string {
  const labelText = (name: string, label: string): string => {
    const values = labelValues[name]?.[label];
    return values === undefined ? label : `${label} (${values.join(', ')})`;
  };
  const rows = Object.values(metricTable).map(
    ({ name, help, labelNames }) =>
      `| \`${name}\` | ${labelNames.map((label) => labelText(name, label)).join('; ')} | ${help} |`,
  );
  return `# Metrics\n\n${notice} Alert rules: [alerts.yaml](../operations/alerts.yaml); dashboards: [dashboards](dashboards).\n\n| Name | Labels | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const accessColumns = [
  'anonymous',
  'client',
  'tpp',
  'application',
  'customer',
  'delegate',
  'employee',
] as const;

/** Lists the callers that contracts allow; the authorization matrix (`npm run matrix`) has the responses to all others. */
function accessDocument(): string {
  const rows = contracts.map((contract) => {
    const cells = accessColumns.map((column) => accessCell(contract.access, column));
    return `| ${contract.method} | \`${contract.path}\` | ${cells.join(' | ')} | ${problemsOf(contract).length} |`;
  });
  return `# Access\n\n${notice} Empty: refused.\n\n| Method | Path | anonymous | OAuth client | TPP | application | customer | service for a customer | employee | problems |\n|---|---|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** Requirements that a contract can have for callers of any kind. */
interface Requirements extends BindingAccess, SignInAccess {
  readonly role?: string;
  readonly roles?: readonly string[];
  readonly scope?: string;
}

function accessCell(access: Access, column: (typeof accessColumns)[number]): string {
  if (access.kind !== 'callers') return (access.kind === 'client') === (column === 'client') ? 'yes' : '';
  const required: Requirements | undefined =
    column === 'anonymous' || column === 'client' ? undefined : access[column];
  if (required === undefined) return '';
  const { role, roles, scope, binding, assurance, freshForSeconds } = required;
  const bound = binding === 'required' ? 'bound' : undefined;
  const fresh = freshForSeconds === undefined ? undefined : `at most ${freshForSeconds} s old`;
  return [role, roles?.join(' or '), scope, bound, assurance, fresh].filter(Boolean).join(', ');
}

/** Lists the decisions where the specification is silent. */
async function gapsDocument(): Promise<string> {
  const rows: string[] = [];
  const folder = new URL('server/src/', root).pathname;
  for (const entry of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!entry.endsWith('.ts')) continue;
    const path = join(folder, entry);
    const lines = (await readFile(path, 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const gap = /\/\/ GAP: (.+)$/.exec(line)?.[1];
      if (gap !== undefined)
        rows.push(`| ${gap} | ${link({ path: relative(root.pathname, path), line: index + 1 })} |`);
    });
  }
  return `# Gaps of the specification\n\n${notice}\n\n| What we decided | Where |\n|---|---|\n${rows.join('\n')}\n`;
}

import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import type { Capability } from '#platform/capability/capability.ts';
import type { Contract } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { Policy } from '#platform/kernel/policy.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { KeyClass } from '#platform/key-ring/key-class.ts';
import type { EventKind } from '#platform/work/event.ts';
import { accounts } from './compose/accounts.ts';
import { authorization } from './compose/authorization.ts';
import { client } from './compose/client.ts';
import type { Composition } from './compose/composition.ts';
import { configuration } from './compose/configuration.ts';
import { consents } from './compose/consents.ts';
import { coreBanking } from './compose/core-banking.ts';
import { correspondence } from './compose/correspondence.ts';
import { fundsConfirmations } from './compose/funds-confirmations.ts';
import { identity } from './compose/identity.ts';
import { monitoring } from './compose/monitoring.ts';
import { oauth } from './compose/oauth.ts';
import { party } from './compose/party.ts';
import { payeeVerifications } from './compose/payee-verifications.ts';
import { payments } from './compose/payments.ts';
import { sca } from './compose/sca.ts';
import { signingBaskets } from './compose/signing-baskets.ts';
import { tpp } from './compose/tpp.ts';
import { tppNotifications } from './compose/tpp-notifications.ts';
import { tppQuotas } from './compose/tpp-quotas.ts';
import { type AccountPorts, accountRoutes } from './pages/account-routes.ts';
import { type ApprovalPorts, approvalRoutes } from './pages/approval-routes.ts';
import type { CommandGroup } from './program/command.ts';

/** Every capability of the product. Ports are built in this order: a capability may use those before it. */
export const compositions: readonly Composition[] = [
  monitoring,
  configuration,
  tpp,
  party,
  coreBanking,
  correspondence,
  authorization,
  identity,
  tppNotifications,
  tppQuotas,
  sca,
  oauth,
  client,
  payeeVerifications,
  payments,
  consents,
  fundsConfirmations,
  accounts,
  signingBaskets,
];

/** Pages that no capability has, because they show the data of several. */
export const pageRoutes: readonly Endpoint<AccountPorts & ApprovalPorts>[] = [
  ...accountRoutes,
  ...approvalRoutes,
];

/** What documents, metrics, tests and processes derive from the list. */
export interface Wiring {
  readonly capabilities: readonly Capability[];
  readonly contracts: readonly Contract[];
  readonly eventKinds: readonly EventKind[];
  /** By the name of the capability; the problems every endpoint may raise stand under `platform`. */
  readonly problemCatalogues: Readonly<Record<string, Readonly<Record<string, ProblemFactory>>>>;
  /** Names of all timed work. */
  readonly jobNames: readonly string[];
  readonly keyClasses: readonly KeyClass[];
  /** Commands of the capabilities; those of the product itself stand in `commands/command-table.ts`. */
  readonly commandGroups: readonly CommandGroup[];
  /** Names of events that a restored backup must not undo. */
  readonly endingEvents: readonly string[];
  /** Numbers that each bank may choose. */
  readonly policies: readonly Policy[];
  /** Lists of values, of which each bank keeps some. */
  readonly classifications: readonly ClassificationSchema[];
  /** Whether programs call the path; people open all others. */
  readonly isApiPath: (path: string) => boolean;
  /** The dialect of a path, also where no contract claims the path. */
  readonly dialectFor: (path: string) => Dialect;
}

/** Derives everything from a list of compositions. */
export function wire(list: readonly Composition[]): Wiring {
  const capabilities = list.map(({ capability }) => capability);
  const prefixes = [...capabilities.flatMap(({ paths }) => paths), ...sharedPaths, ...pagePaths];
  const apis = [
    ...capabilities.flatMap(({ paths }) => paths),
    ...sharedPaths,
    ['/api', plain] as const,
    ['/.well-known', plain] as const,
  ];
  return {
    capabilities,
    contracts: [...capabilities.map(({ routes }) => routes), pageRoutes].flatMap((routes) =>
      routes.map(({ contract }) => contract),
    ),
    eventKinds: capabilities.flatMap(({ events }) => Object.values(events)),
    problemCatalogues: {
      platform: standardProblems,
      ...Object.fromEntries(capabilities.map(({ name, problems }) => [name, problems])),
    },
    jobNames: list.flatMap(({ capability, jobs = [] }) =>
      [...capability.jobs, ...jobs].map(({ name }) => name),
    ),
    commandGroups: list.flatMap(({ commands = [] }) => commands),
    keyClasses: capabilities.flatMap(({ keyClasses }) => keyClasses),
    endingEvents: capabilities.flatMap(({ endings }) => endings),
    policies: capabilities.flatMap(({ policies }) => policies),
    classifications: capabilities.flatMap(({ classifications }) => classifications),
    isApiPath: (path) => apis.some(([prefix]) => isBelow(path, prefix)),
    dialectFor: (url) => prefixes.find(([prefix]) => isBelow(url, prefix))?.[1] ?? plain,
  };
}

/** Whether a prefix ends at a step of the path: `/v1/partys` is not below `/v1/party`. */
function isBelow(url: string, prefix: string): boolean {
  const next = url[prefix.length];
  return url.startsWith(prefix) && (next === undefined || next === '/' || next === '?');
}

/** Paths that belong to several capabilities, or to none. The longer prefixes of capabilities come first. */
const sharedPaths: Capability['paths'] = [
  ['/v1', xs2a],
  ['/v2', xs2a],
];

/** Paths of pages for people. */
const pagePaths: Capability['paths'] = [
  ['/account', plain],
  ['/sca', plain],
];

export const {
  capabilities,
  classifications,
  commandGroups,
  contracts,
  dialectFor,
  endingEvents,
  eventKinds,
  isApiPath,
  jobNames,
  keyClasses,
  policies,
  problemCatalogues,
} = wire(compositions);

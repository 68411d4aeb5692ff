import {
  authorizationEventHandlers,
  authorizationEvents,
  authorizationProblems,
  authorizationRoutes,
  cleanUpAuthorization,
  expireCollections,
} from '#capabilities/authorization/index.ts';
import {
  configurationEvents,
  configurationProblems,
  configurationRoutes,
  keepMaintenanceTimes,
} from '#capabilities/configuration/index.ts';
import {
  type CorrespondencePorts,
  cleanUpCorrespondence,
  correspondenceEvents,
  correspondenceProblems,
  correspondenceReactions,
  correspondenceRoutes,
  gatherDigests,
  purgeCodes,
} from '#capabilities/correspondence/index.ts';
import {
  cleanUpIdentity,
  type IdentityPorts,
  identityEventHandlers,
  identityEvents,
  identityProblems,
  identityRoutes,
  purgeUnknownUsers,
} from '#capabilities/identity/index.ts';
import { monitoringRoutes } from '#capabilities/monitoring/index.ts';
import {
  oauthEvents,
  oauthProblems,
  oauthRoutes,
  provideSigningKeys,
  purgeExpired,
} from '#capabilities/oauth/index.ts';
import {
  applyDueChanges,
  cleanUpParties,
  type ErasureLedger,
  eraseEnded,
  type PartyPorts,
  partyEvents,
  partyProblems,
  partyRoutes,
} from '#capabilities/party/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Contract } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { EventKind } from '#platform/work/event.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import { accountRoutes } from './pages/account-routes.ts';

/** Every route of the product, by capability. */
export const routesByCapability = {
  authorization: authorizationRoutes,
  configuration: configurationRoutes,
  correspondence: correspondenceRoutes,
  identity: identityRoutes,
  monitoring: monitoringRoutes,
  oauth: oauthRoutes,
  party: partyRoutes,
} as const;

/** Pages that no capability has: they show what several of them know. */
export const pageRoutes = accountRoutes;

/** Every contract; documents, tests and metrics are made from this list. */
export const contracts: readonly Contract[] = [...Object.values(routesByCapability), pageRoutes].flatMap(
  (routes) => routes.map(({ contract }) => contract),
);

/** Every event somebody may listen to. */
export const eventKinds: readonly EventKind[] = [
  authorizationEvents,
  configurationEvents,
  correspondenceEvents,
  identityEvents,
  oauthEvents,
  partyEvents,
].flatMap((events) => Object.values(events));

/** Every refusal, by the catalogue it is in. */
export const problemCatalogues: Readonly<Record<string, Readonly<Record<string, ProblemFactory>>>> = {
  platform: standardProblems,
  authorization: authorizationProblems,
  configuration: configurationProblems,
  correspondence: correspondenceProblems,
  identity: identityProblems,
  oauth: oauthProblems,
  party: partyProblems,
};

/** What capabilities do when something has happened elsewhere; some of it needs what only a master key opens. */
export function eventHandlersWith(identity: IdentityPorts | undefined): readonly EventHandler[] {
  if (identity === undefined) return correspondenceReactions;
  return [
    ...correspondenceReactions,
    ...authorizationEventHandlers(identity.authorization),
    ...identityEventHandlers(identity),
  ];
}

/** Timed work of capabilities, run for each bank. */
export interface BankCron {
  readonly name: string;
  readonly cron: string;
  readonly run: (context: Context & BankCronPorts) => Promise<unknown>;
}

/** What timed work may need beyond its context. */
export interface BankCronPorts {
  /** Absent where this installation issues no tokens. */
  readonly signingKeyVault: Vault | undefined;
  /** Absent where nobody gave a master key. */
  readonly party: PartyPorts | undefined;
  /** Absent where nobody gave a master key. */
  readonly correspondence: CorrespondencePorts | undefined;
  /** Absent where nobody gave a master key. */
  readonly identity: IdentityPorts | undefined;
  /** Absent where nobody is erased. */
  readonly erasureLedger: ErasureLedger | undefined;
}

export const bankCrons: readonly BankCron[] = [
  { name: 'keep-maintenance-times', cron: '* * * * *', run: keepMaintenanceTimes },
  { name: 'forget-expired', cron: '* * * * *', run: purgeExpired },
  {
    name: 'provide-signing-keys',
    cron: '23 4 * * *',
    run: async ({ signingKeyVault, ...context }) =>
      signingKeyVault === undefined ? 0 : provideSigningKeys({ ...context, signingKeyVault }),
  },
  {
    name: 'take-due-changes',
    cron: '*/5 * * * *',
    run: async ({ party, ...context }) =>
      party === undefined ? 0 : applyDueChanges({ ...context, ...party }),
  },
  { name: 'forget-codes', cron: '21 3 * * *', run: purgeCodes },
  { name: 'tidy-correspondence', cron: '* * * * *', run: cleanUpCorrespondence },
  {
    name: 'gather-digests',
    cron: '* * * * *',
    run: async ({ correspondence, ...context }) =>
      correspondence === undefined ? 0 : gatherDigests({ ...context, ...correspondence }),
  },
  { name: 'expire-collections', cron: '* * * * *', run: expireCollections },
  { name: 'tidy-authorization', cron: '17 * * * *', run: cleanUpAuthorization },
  { name: 'forget-strangers', cron: '* * * * *', run: purgeUnknownUsers },
  {
    name: 'tidy-identity',
    cron: '37 * * * *',
    run: async ({ identity, ...context }) =>
      identity === undefined ? 0 : cleanUpIdentity({ ...context, ...identity }),
  },
  { name: 'tidy-parties', cron: '11 3 * * *', run: cleanUpParties },
  {
    name: 'erase-ended',
    cron: '41 2 * * *',
    run: async ({ erasureLedger, party, ...context }) =>
      party === undefined || erasureLedger === undefined
        ? 0
        : eraseEnded({ ...context, ...party, erasureLedger }),
  },
];

const prefixes: readonly (readonly [string, Dialect])[] = [
  ['/v1/monitoring', plain],
  ['/v1/party', channel],
  ['/v1/correspondence', channel],
  ['/v1/authorization', channel],
  ['/v1/identity', channel],
  ['/v1/', xs2a],
  ['/v2/', xs2a],
  ['/oauth', oauth],
  ['/account', plain],
  ['/.well-known/oauth-authorization-server', oauth],
];

/** How to speak on a path that no contract claims, so that even a wrong address is answered in the right words. */
export function dialectFor(path: string): Dialect {
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? plain;
}

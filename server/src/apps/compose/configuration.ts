import {
  type BankProfile,
  configurationCapability,
  publishXs2aProfile,
} from '#capabilities/configuration/index.ts';
import type { TppBanks } from '#platform/auth/tpp-banks.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import { type CompositionDeps, compose } from './composition.ts';

export const configuration = compose(configurationCapability, {
  ports: async (deps) => {
    if (deps.api === undefined) return undefined;
    const profiles = await publishProfiles(deps, deps.api.tppBanks);
    return {
      cache: deps.api.maintenance,
      profiles: { of: (bankId: string) => profiles.get(bankId) },
      commandGroups: createCommandGroups({ database: deps.database, ...groupStatements }),
    };
  },
});

/** Publishes the profile of every bank, as this process is configured. */
async function publishProfiles(
  { bankOf, database, runtime }: CompositionDeps,
  tppBanks: TppBanks,
): Promise<ReadonlyMap<string, BankProfile>> {
  const { clock, config, ids, log } = runtime;
  const published = config.banks.map(async (bankId) => {
    const requestId = ids.uuid(virtualShard(bankId, 'xs2a-profile'));
    const ctx = systemContext(
      { app: database, clock, ids, log },
      { job: 'publish-xs2a-profile', bankId, requestId },
    );
    const profile = await publishXs2aProfile(ctx, {
      profile: tppBanks.profileOf(bankId),
      productUrl: config.baseUrl,
    });
    return [bankId, { bank: bankOf(bankId), profile }] as const;
  });
  return new Map(await Promise.all(published));
}

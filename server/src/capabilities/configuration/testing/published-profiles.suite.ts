import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import type { ConfiguredProfile } from '#platform/config/xs2a-profile/profile.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import type { TestApp } from '#platform/testing/test-app.ts';
import { testBanks } from '#platform/testing/token-mint.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { type PublishedProfile, publishXs2aProfile } from '../operations/publish-xs2a-profile.ts';
import type { BankProfile } from '../ports/published-profiles.ts';
import { readBanks } from '../store/bank-directory.read.ts';

type PublishingApp = Pick<TestApp, 'clock' | 'database' | 'services'>;

/** Publishes the profile of one bank, as a process that starts does. */
export function publishTestProfile(
  { clock, database, services }: PublishingApp,
  bankId: string,
  configured: readonly ConfiguredProfile[],
): Promise<PublishedProfile> {
  const context = systemContext(
    { app: database.app, clock, ids: systemIds(clock), log: services.log },
    { job: 'publish-xs2a-profile', bankId, requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001' },
  );
  const tppBanks = createTppBanks({ banks: testBanks, xs2aBank: '01', xs2aProfiles: configured });
  return publishXs2aProfile(context, {
    profile: tppBanks.profileOf(bankId),
    productUrl: 'https://portico.example',
  });
}

/** Publishes the profiles of all banks of the tests. */
export async function publishTestProfiles(
  app: PublishingApp,
  configured: readonly ConfiguredProfile[] = [],
): Promise<ReadonlyMap<string, BankProfile>> {
  const banks = await readBanks(app.database.app, testBanks);
  const published = [...banks].map(async ([bankId, bank]) => {
    const profile = await publishTestProfile(app, bankId, configured);
    return [bankId, { bank, profile }] as const;
  });
  return new Map(await Promise.all(published));
}

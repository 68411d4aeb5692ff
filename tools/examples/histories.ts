import { mock } from 'node:test';
import type { Examples } from '../../server/src/platform/openapi/example.ts';
import { sequentialIds } from '../../server/src/platform/testing/sequential-ids.ts';
import { testThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { thirdPartyChecks } from '../matrix/harness.ts';
import { createProductTestApp } from '../product-test-app.ts';
import { accountsHistory } from './accounts-history.ts';
import { authorizationHistory } from './authorization-history.ts';
import { clientHistory } from './client-history.ts';
import { correspondenceHistory } from './correspondence-history.ts';
import { deviceHistory } from './device-history.ts';
import { identityHistory } from './identity-history.ts';
import { oauthHistory } from './oauth-history.ts';
import { operationsHistory } from './operations-history.ts';
import { partyHistory } from './party-history.ts';
import { people } from './people.ts';
import { profileHistory } from './profile-history.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { remoteServers } from './remote-servers.ts';
import { xs2aHistory } from './xs2a-history.ts';

/** The time at which all histories begin: a Monday morning. */
const startAt = '2026-11-16T09:00:00Z';

/** Runs all histories against the product with a new database. Returns the examples by operation. */
export async function runHistories(): Promise<Examples> {
  const thirdParties = await testThirdParties();
  await using app = await createProductTestApp({
    startAt,
    ids: sequentialIds(),
    thirdParties,
    thirdPartyChecks,
    ...remoteServers,
    ...people,
    notificationChoices: { of: () => ({ contents: ['SCA', 'LAST'] }) },
  });
  mock.timers.enable({ apis: ['Date'], now: Date.parse(startAt) });
  try {
    const recorder = createRecorder(app);
    await allHistories(recorder);
    return recorder.examples();
  } finally {
    mock.timers.reset();
  }
}

async function allHistories(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const person = await partyHistory(recorder);
  await correspondenceHistory(recorder, person);
  await operationsHistory(recorder);
  const user = await identityHistory(recorder, person);
  await profileHistory(recorder, user);
  // For two days, new users may not approve anything.
  app.clock.advance({ hours: 48 });
  await authorizationHistory(recorder, person);
  await deviceHistory(recorder, { ...user, person });
  await clientHistory(recorder, { ...user, person });
  await xs2aHistory(recorder);
  await accountsHistory(recorder, { user, person });
  await oauthHistory(recorder, user);
}

import type { Examples } from '../../server/src/platform/openapi/example.ts';
import { sequentialIds } from '../../server/src/platform/testing/sequential-ids.ts';
import { testThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { thirdPartyChecks } from '../matrix/harness.ts';
import { createProductTestApp } from '../product-test-app.ts';
import { authorizationHistory } from './authorization-history.ts';
import { clientHistory } from './client-history.ts';
import { correspondenceHistory } from './correspondence-history.ts';
import { identityHistory } from './identity-history.ts';
import { operationsHistory } from './operations-history.ts';
import { partyHistory } from './party-history.ts';
import { createRecorder } from './recorder.ts';
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
  });
  const recorder = createRecorder(app);
  const person = await partyHistory(recorder);
  await correspondenceHistory(recorder, person);
  await operationsHistory(recorder);
  const { userId } = await identityHistory(recorder, person);
  await authorizationHistory(recorder, person);
  await clientHistory(recorder, { person, userId });
  await xs2aHistory(recorder);
  return recorder.examples();
}

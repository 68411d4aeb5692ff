import type { Examples } from '../../server/src/platform/openapi/example.ts';
import { sequentialIds } from '../../server/src/platform/testing/sequential-ids.ts';
import { createProductTestApp } from '../product-test-app.ts';
import { authorizationHistory } from './authorization-history.ts';
import { clientHistory } from './client-history.ts';
import { correspondenceHistory } from './correspondence-history.ts';
import { identityHistory } from './identity-history.ts';
import { operationsHistory } from './operations-history.ts';
import { partyHistory } from './party-history.ts';
import { createRecorder } from './recorder.ts';

/** The time at which all histories begin: a Monday morning. */
const startAt = '2026-11-16T09:00:00Z';

/** Runs all histories against the product with a new database. Returns the examples by operation. */
export async function runHistories(): Promise<Examples> {
  await using app = await createProductTestApp({ startAt, ids: sequentialIds() });
  const recorder = createRecorder(app);
  const person = await partyHistory(recorder);
  await correspondenceHistory(recorder, person);
  await operationsHistory(recorder);
  const { userId } = await identityHistory(recorder, person);
  await authorizationHistory(recorder, person);
  await clientHistory(recorder, { person, userId });
  return recorder.examples();
}

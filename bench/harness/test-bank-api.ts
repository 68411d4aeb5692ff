import { testRoutes } from '../../server/src/capabilities/sca/testing/test-routes.suite.ts';
import { allTestSubjects } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { startTestApi } from './start-test-api.ts';

/**
 * The API of the product, whose customers approve payments and consents of a test table. `test-third-party.ts` creates
 * the table; `test-bank.ts` and the browser runs start this process.
 */
await startTestApi(testRoutes, { subjects: allTestSubjects() });

import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { allOf, createConsentsTestApp, pathIn, type TestHolder } from './consents-test-app.suite.ts';

export { describeAuthorisations } from '#capabilities/sca/testing/resource-authorisations.suite.ts';

/** Consents, as the tests of authorisations need them. */
export async function openConsents(): Promise<AuthorisedResources> {
  const app = await createConsentsTestApp();
  const holders = new Map<string, TestHolder>();
  return {
    app,
    async customer() {
      const holder = await app.holder();
      holders.set(holder.userId, holder);
      return holder;
    },
    async create({ userId }, headers = {}) {
      const holder = holders.get(userId);
      if (holder === undefined) throw new Error('the customer has no account');
      return pathIn(await app.ask(allOf(holder), { headers }));
    },
    withoutPage: '400 SERVICE_INVALID',
    end: (path) => app.send({ method: 'DELETE', path }),
    createOpen: async () => pathIn(await app.ask({ accounts: [] })),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

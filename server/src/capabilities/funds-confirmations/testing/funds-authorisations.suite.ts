import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { createFundsTestApp, pathIn, type TestHolder } from './funds-test-app.suite.ts';

export { describeAuthorisations } from '#capabilities/sca/testing/resource-authorisations.suite.ts';

/** Consents to the confirmation of funds, as the tests of authorisations need them. */
export async function openFundsConsents(): Promise<AuthorisedResources> {
  const app = await createFundsTestApp();
  const holders = new Map<string, TestHolder>();
  const pathOf = async (
    { iban }: TestHolder,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => pathIn(await app.ask({ iban }, { headers }));
  return {
    app,
    async customer() {
      const holder = await app.holder();
      holders.set(holder.userId, holder);
      return holder;
    },
    async create({ userId }, headers) {
      const holder = holders.get(userId);
      if (holder === undefined) throw new Error('the customer has no account');
      return pathOf(holder, headers);
    },
    // Every request names its account.
    withoutPage: '201 received',
    end: (path) => app.send({ method: 'DELETE', path }),
    createOpen: async () => pathOf(await app.holder()),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

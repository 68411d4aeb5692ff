import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { createBasketsTestApp, pathIn, type TestHolder } from './baskets-test-app.suite.ts';

export { describeAuthorisations } from '#capabilities/sca/testing/resource-authorisations.suite.ts';

/** Baskets of a payment and a consent, as the tests of authorisations need them. */
export async function openBaskets(): Promise<AuthorisedResources> {
  const app = await createBasketsTestApp();
  const holders = new Map<string, TestHolder>();
  const groupOf = async (
    holder: TestHolder | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    if (holder === undefined) throw new Error('the customer has no account');
    const [paymentIds, consentIds] = [[await app.pay(holder)], [await app.ask(holder)]];
    const [payment, consent] = [paymentIds, consentIds].map(([path = '']) => path.split('/').at(-1) ?? '');
    return pathIn(
      await app.create({ paymentIds: [payment ?? ''], consentIds: [consent ?? ''] }, { headers }),
    );
  };
  return {
    app,
    async customer() {
      const holder = await app.holder();
      holders.set(holder.userId, holder);
      return holder;
    },
    create: ({ userId }, headers) => groupOf(holders.get(userId), headers),
    // The members of a basket name their accounts.
    withoutPage: '201 received',
    end: (path) => app.send({ method: 'DELETE', path }),
    createOpen: async () => groupOf(await app.holder()),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

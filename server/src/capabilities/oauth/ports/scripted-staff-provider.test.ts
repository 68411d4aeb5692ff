import { scriptedStaffProvider } from '../testing/scripted-staff-provider.suite.ts';
import { staffProviderSuite } from '../testing/staff-provider.suite.ts';

staffProviderSuite(async () => {
  const provider = scriptedStaffProvider(() => 1_800_000_000);
  return {
    provider,
    subject: 'subject-1',
    async visit(url, deed) {
      const state = url.searchParams.get('state') ?? '';
      return new URLSearchParams({
        state,
        ...(deed === 'cancel' ? { error: 'access_denied' } : { code: 'code' }),
      });
    },
    leave: async () => provider.leave(),
    [Symbol.asyncDispose]: async () => undefined,
  };
});

import { scriptedStaffProvider } from '../../server/src/capabilities/oauth/testing/scripted-staff-provider.suite.ts';
import type { ProductPeople } from '../product-test-app.ts';

const provider = scriptedStaffProvider(() => Math.floor(Date.now() / 1_000));

/** The people whom the authorization server knows: every user, and the employees of the first bank. */
export const people: ProductPeople = {
  customers: {
    find: async () => ({ customerNumber: '1000000048' }),
    findOrganization: async () => undefined,
  },
  approval: {
    userFor: async (_context, hint) => (hint === 'maria.w' ? 'usr_01JCQ5D8F00000000000000001' : undefined),
    requestApproval: async () => undefined,
    deviceOf: async () => undefined,
  },
  staff: { of: (bankId) => (bankId === '01' ? provider : undefined) },
};

import { Temporal } from 'temporal-polyfill';
import type { Tpp } from '#platform/auth/caller.ts';

/** The third party of the test app, for operations that are called without HTTP. */
export const thirdParty: Tpp = {
  kind: 'tpp',
  authorisationNumber: 'PSDNL-DNB-A',
  organizationName: 'Acme Pay',
  roles: ['PSP_PI'],
  domains: [],
  issuer: 'CN=Test',
  serialNumber: '01',
  fingerprint256: '',
  validTo: Temporal.Instant.from('2030-01-01T00:00:00Z'),
  warnings: [],
  bankId: '01',
};

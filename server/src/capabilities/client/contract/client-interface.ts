import { plain } from '#dialects/plain/plain.ts';
import type { Interface } from '#platform/http/contract.ts';

/** The interface of the bank's own app. */
export const clientInterface: Interface = {
  name: 'client',
  title: 'Client',
  basePath: '/api/v1',
  dialect: plain,
  duringMaintenance: 'closed',
  isForBrowsers: true,
};

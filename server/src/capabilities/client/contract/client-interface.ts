import { plain } from '#dialects/plain/plain.ts';
import type { Interface } from '#platform/http/contract.ts';

/** The interface of the bank's own app. */
export const clientInterface: Interface = {
  name: 'client',
  title: 'Client',
  basePath: '/api/v1',
  dialect: plain,
  parameters: {
    approvalId: 'Id of the request, from the list or from a push message.',
    id: 'Id of the action, from the data of the client.',
    'if-match':
      'The `ETag` of the version that the change is made to; the change is rejected if there is a newer one.',
    'psu-ip-address': 'IP address of the person who signs in.',
    purpose: 'Set by browsers that load a page in advance; no code is issued then.',
    'sec-purpose': 'Set by browsers that load a page in advance; no code is issued then.',
    'x-bank-id': 'The bank, where its host name does not name it.',
  },
  duringMaintenance: 'closed',
  isForBrowsers: true,
};

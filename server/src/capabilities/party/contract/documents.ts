import Type from 'typebox';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';
import { done, ifMatch, ofIndividuals, partiesPath, party, partyParams } from './interface.ts';
import { identificationDocumentOut } from './record-parts.ts';
import { identificationDocument } from './values.ts';

const path = `${partiesPath}/{party-number}/id-documents`;

export const listIdentificationDocuments = contract({
  operationId: 'Parties_IdDocuments_GetList',
  interface: party,
  method: 'GET',
  path,
  summary: 'List the identification documents of a party, newest first',
  description: 'All documents, also expired and replaced ones; `status` says which are valid.',
  access: callers({
    application: { scope: 'party.sensitive' },
    employee: { role: 'party.sensitive' },
    customer: { scope: 'party.read', assurance: 'sca' },
  }),
  request: { params: partyParams },
  responses: {
    200: { description: 'Documents; organizations have none.', body: Type.Array(identificationDocumentOut) },
  },
  problems: [standardProblems.gone],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});

/** Problems of a document, for every command that contains one. */
export const ofDocuments = [
  problems['id-document-already-registered'],
  problems['id-document-expired'],
  problems['id-document-limit-reached'],
] as const;

export const registerIdentificationDocument = contract({
  operationId: 'Parties_RegisterIdentificationDocument',
  bodySize: 'medium',
  interface: party,
  method: 'POST',
  path,
  summary: 'Register an identification document of an individual',
  description:
    'Adds a document that the bank has seen. A document that is registered already, or has expired, is rejected.',
  // `party.sensitive` is required too; the operation checks it.
  access: callers({ application: { scope: 'party.write' }, employee: { role: 'party.write' } }),
  request: { params: partyParams, headers: ifMatch, body: identificationDocument },
  responses: done,
  problems: [...ofDocuments, ...ofIndividuals],
  idempotency: 'optional',
  rate: 'change',
  source: 'S000',
});

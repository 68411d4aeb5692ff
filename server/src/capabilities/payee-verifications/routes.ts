import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract.ts';
import { getBulk } from './operations/get-bulk.ts';
import { getBulkStatus } from './operations/get-bulk-status.ts';
import { verifyBulk } from './operations/verify-bulk.ts';
import { verifyPayee } from './operations/verify-payee.ts';
import type { PayeeVerificationsPorts } from './ports/payee-verifications-ports.ts';
import { toBulk, toBulkAnswer, toBulkStatus, toReadBulk, toVerification, toVerified } from './wire.ts';

/** All routes of this capability, in the order of the specification. */
export const payeeVerificationsRoutes: readonly Endpoint<PayeeVerificationsPorts>[] = [
  endpoint(contracts.verifyPayee, {
    toCommand: toVerification,
    operation: verifyPayee,
    toResponse: toVerified,
  }),
  endpoint(contracts.verifyBulk, { toCommand: toBulk, operation: verifyBulk, toResponse: toBulkAnswer }),
  endpoint(contracts.getBulk, {
    toCommand: ({ params }) => params,
    operation: getBulk,
    toResponse: toReadBulk,
  }),
  endpoint(contracts.getBulkStatus, {
    toCommand: ({ params }) => params,
    operation: getBulkStatus,
    toResponse: toBulkStatus,
  }),
];

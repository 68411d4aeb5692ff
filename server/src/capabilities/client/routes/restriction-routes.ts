import { endpoint } from '#platform/http/endpoint.ts';
import * as contract from '../contract/restrictions.ts';
import { reportSuspectedFraud } from '../operations/restrictions/report-suspected-fraud.ts';
import { setRestriction } from '../operations/restrictions/set-restriction.ts';
import * as wire from '../wire/restrictions.ts';

/** Restrictions and fraud reports. */
export const restrictionRoutes = [
  endpoint(contract.setRestriction, {
    toCommand: wire.toSetRestriction,
    operation: setRestriction,
    toResponse: wire.toSetResponse,
  }),
  endpoint(contract.reportSuspectedFraud, {
    toCommand: wire.toReport,
    operation: reportSuspectedFraud,
    toResponse: wire.toReportedResponse,
  }),
];

import { endpoint } from '#platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { listMethods } from './operations/list-methods.ts';
import { reportLiveness } from './operations/report-liveness.ts';
import { reportMeasurements } from './operations/report-measurements.ts';
import { type ReadinessPorts, reportReadiness } from './operations/report-readiness.ts';
import type { Measurements } from './ports/measurements.ts';
import { toLivenessResponse, toMethodsResponse, toMetricsResponse, toReadinessResponse } from './wire.ts';

export interface MonitoringPorts extends ReadinessPorts {
  readonly measurements: Measurements;
}

const nothing = (): undefined => undefined;

export const monitoringRoutes = [
  endpoint(contract.getReadiness, {
    toCommand: nothing,
    operation: reportReadiness,
    toResponse: toReadinessResponse,
  }),
  endpoint(contract.optionsReadiness, {
    toCommand: nothing,
    operation: listMethods,
    toResponse: toMethodsResponse,
  }),
  endpoint(contract.getLiveness, {
    toCommand: nothing,
    operation: reportLiveness,
    toResponse: toLivenessResponse,
  }),
  endpoint(contract.optionsLiveness, {
    toCommand: nothing,
    operation: listMethods,
    toResponse: toMethodsResponse,
  }),
  endpoint(contract.getMetrics, {
    toCommand: nothing,
    operation: reportMeasurements,
    toResponse: toMetricsResponse,
  }),
];

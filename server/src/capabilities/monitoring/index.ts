/** Front door of the monitoring capability: probes and measurements. */
export type { CheckResult, HealthState } from './domain/health.ts';
export type { HealthCache } from './ports/health-cache.ts';
export type { OperationsNetwork } from './ports/operations-network.ts';
export { type MonitoringPorts, monitoringRoutes } from './routes.ts';

import { plain } from '#dialects/plain/plain.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { type MonitoringPorts, monitoringRoutes } from './routes.ts';

export type { CheckResult, HealthState } from './domain/health.ts';
export type { HealthCache } from './ports/health-cache.ts';
export type { OperationsNetwork } from './ports/operations-network.ts';
export { type MonitoringPorts, monitoringRoutes } from './routes.ts';

/** Probes and measurements. */
export const monitoringCapability = defineCapability<MonitoringPorts>({
  name: 'monitoring',
  routes: monitoringRoutes,
  paths: [['/v1/monitoring', plain]],
});

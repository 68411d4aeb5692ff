/** Front door of the configuration capability: banks and their maintenance. */
export { events as configurationEvents } from './events.ts';
export { keepMaintenanceTimes } from './operations/keep-maintenance-times.ts';
export type { MaintenanceCache } from './ports/maintenance-cache.ts';
export { problems as configurationProblems } from './problems.ts';
export { type ConfigurationPorts, configurationRoutes } from './routes.ts';
export { readBanks } from './store/bank-directory.read.ts';
export { createMaintenanceCache } from './store/maintenance-cache.read.ts';

import { defineCapability } from '#platform/capability/capability.ts';
import { events } from './events.ts';
import { applyMaintenanceSchedule } from './operations/apply-maintenance-schedule.ts';
import { problems } from './problems.ts';
import { type ConfigurationPorts, configurationRoutes } from './routes.ts';

export { events as configurationEvents } from './events.ts';
export { applyMaintenanceSchedule } from './operations/apply-maintenance-schedule.ts';
export { decideValue, type ValueVerdict } from './operations/classifications/decide-value.ts';
export { getValue } from './operations/classifications/get-value.ts';
export { listValues } from './operations/classifications/list-values.ts';
export { proposeValue } from './operations/classifications/propose-value.ts';
export { decidePolicy, type PolicyVerdict } from './operations/policies/decide-policy.ts';
export { getPolicy } from './operations/policies/get-policy.ts';
export { type HeldPolicy, listPolicies } from './operations/policies/list-policies.ts';
export { proposePolicy } from './operations/policies/propose-policy.ts';
export { publishXs2aProfile } from './operations/publish-xs2a-profile.ts';
export type { MaintenanceCache } from './ports/maintenance-cache.ts';
export type { BankProfile, PublishedProfiles } from './ports/published-profiles.ts';
export { problems as configurationProblems } from './problems.ts';
export { type ConfigurationPorts, configurationRoutes } from './routes.ts';
export { type Bank, readBanks } from './store/bank-directory.read.ts';
export { createMaintenanceCache } from './store/maintenance-cache.read.ts';

/** Banks and their maintenance. */
export const configurationCapability = defineCapability<ConfigurationPorts>({
  name: 'configuration',
  routes: configurationRoutes,
  events,
  problems,
  jobs: [
    {
      name: 'apply-maintenance-schedule',
      cron: '* * * * *',
      needs: 'context',
      run: applyMaintenanceSchedule,
    },
  ],
});

import { endpoint } from '#platform/http/endpoint.ts';
import type { CommandGroups } from '#platform/work/command-groups.ts';
import * as contract from './contract.ts';
import { approveMaintenance } from './operations/approve-maintenance.ts';
import { cancelMaintenance } from './operations/cancel-maintenance.ts';
import { endMaintenance } from './operations/end-maintenance.ts';
import { getMaintenanceStatus } from './operations/get-maintenance-status.ts';
import { getMaintenanceWindow } from './operations/get-maintenance-window.ts';
import { getXs2aProfile } from './operations/get-xs2a-profile.ts';
import { listMaintenance } from './operations/list-maintenance.ts';
import { planMaintenance } from './operations/plan-maintenance.ts';
import { startMaintenance } from './operations/start-maintenance.ts';
import type { MaintenanceCache } from './ports/maintenance-cache.ts';
import type { PublishedProfiles } from './ports/published-profiles.ts';
import {
  toLanguages,
  toListResponse,
  toPlan,
  toPlannedResponse,
  toProfileResponse,
  toStatusResponse,
  toWindowId,
  toWindowResponse,
} from './wire.ts';

export interface ConfigurationPorts {
  readonly cache: MaintenanceCache;
  readonly profiles: PublishedProfiles;
  /** Plans that arrive together are saved together; without it, each by itself. */
  readonly commandGroups: CommandGroups | undefined;
}

export const configurationRoutes = [
  endpoint(contract.getMaintenance01, {
    toCommand: (request) => ({ bankId: '01', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toResponse: toStatusResponse,
  }),
  endpoint(contract.getMaintenance02, {
    toCommand: (request) => ({ bankId: '02', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toResponse: toStatusResponse,
  }),
  endpoint(contract.getMaintenanceNl, {
    toCommand: (request) => ({ bankId: 'nl', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toResponse: toStatusResponse,
  }),
  endpoint(contract.getXs2aProfile, {
    toCommand: () => undefined,
    operation: getXs2aProfile,
    toResponse: toProfileResponse,
  }),
  endpoint(contract.planMaintenance, {
    toCommand: toPlan,
    operation: planMaintenance,
    toResponse: toPlannedResponse,
  }),
  endpoint(contract.listMaintenance, {
    toCommand: ({ query }) => query.states ?? [],
    operation: listMaintenance,
    toResponse: toListResponse,
  }),
  endpoint(contract.getMaintenanceWindow, {
    toCommand: toWindowId,
    operation: getMaintenanceWindow,
    toResponse: toWindowResponse,
  }),
  endpoint(contract.approveMaintenance, {
    toCommand: toWindowId,
    operation: approveMaintenance,
    toResponse: toWindowResponse,
  }),
  endpoint(contract.startMaintenance, {
    toCommand: toWindowId,
    operation: startMaintenance,
    toResponse: toWindowResponse,
  }),
  endpoint(contract.endMaintenance, {
    toCommand: toWindowId,
    operation: endMaintenance,
    toResponse: toWindowResponse,
  }),
  endpoint(contract.cancelMaintenance, {
    toCommand: toWindowId,
    operation: cancelMaintenance,
    toResponse: toWindowResponse,
  }),
];

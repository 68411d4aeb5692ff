import { endpoint } from '#platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { approveMaintenance } from './operations/approve-maintenance.ts';
import { cancelMaintenance } from './operations/cancel-maintenance.ts';
import { endMaintenance } from './operations/end-maintenance.ts';
import { getMaintenanceStatus } from './operations/get-maintenance-status.ts';
import { getMaintenanceWindow } from './operations/get-maintenance-window.ts';
import { listMaintenance } from './operations/list-maintenance.ts';
import { planMaintenance } from './operations/plan-maintenance.ts';
import { startMaintenance } from './operations/start-maintenance.ts';
import type { MaintenanceBoard } from './ports/maintenance-board.ts';
import {
  toLanguages,
  toListAnswer,
  toPlan,
  toPlannedAnswer,
  toStatusAnswer,
  toWindowAnswer,
  toWindowId,
} from './wire.ts';

export interface ConfigurationPorts {
  readonly board: MaintenanceBoard;
}

export const configurationRoutes = [
  endpoint(contract.getMaintenance01, {
    toCommand: (request) => ({ bankId: '01', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toAnswer: toStatusAnswer,
  }),
  endpoint(contract.getMaintenance02, {
    toCommand: (request) => ({ bankId: '02', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toAnswer: toStatusAnswer,
  }),
  endpoint(contract.getMaintenanceNl, {
    toCommand: (request) => ({ bankId: 'nl', languages: toLanguages(request) }),
    operation: getMaintenanceStatus,
    toAnswer: toStatusAnswer,
  }),
  endpoint(contract.planMaintenance, {
    toCommand: toPlan,
    operation: planMaintenance,
    toAnswer: toPlannedAnswer,
  }),
  endpoint(contract.listMaintenance, {
    toCommand: ({ query }) => query.states ?? [],
    operation: listMaintenance,
    toAnswer: toListAnswer,
  }),
  endpoint(contract.getMaintenanceWindow, {
    toCommand: toWindowId,
    operation: getMaintenanceWindow,
    toAnswer: toWindowAnswer,
  }),
  endpoint(contract.approveMaintenance, {
    toCommand: toWindowId,
    operation: approveMaintenance,
    toAnswer: toWindowAnswer,
  }),
  endpoint(contract.startMaintenance, {
    toCommand: toWindowId,
    operation: startMaintenance,
    toAnswer: toWindowAnswer,
  }),
  endpoint(contract.endMaintenance, {
    toCommand: toWindowId,
    operation: endMaintenance,
    toAnswer: toWindowAnswer,
  }),
  endpoint(contract.cancelMaintenance, {
    toCommand: toWindowId,
    operation: cancelMaintenance,
    toAnswer: toWindowAnswer,
  }),
];

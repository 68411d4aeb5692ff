import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';

const staff = (id: string): TokenRequest => ({ kind: 'employee', id, banks: ['01'], roles: ['maintenance'] });
const [planner, approver] = [staff('planner-1'), staff('approver-1')];

/** Looks at the health of the server, and plans, approves and ends maintenance. */
export async function operationsHistory(recorder: Recorder): Promise<void> {
  const { call } = recorder;
  await call('Monitoring_GetReadiness');
  await call('Monitoring_GetLiveness');
  await call('Monitoring_OptionsReadiness');
  await call('Monitoring_OptionsLiveness');
  await call('Monitoring_GetMetrics');
  for (const bank of ['01', '02', 'Nl'])
    await call(`Configuration_GetMaintenance${bank}`, { query: { lang: 'en' } });
  await maintenance(recorder);
}

async function maintenance({ call }: Recorder): Promise<void> {
  const plan = async (startsAt: string, endsAt: string): Promise<Readonly<Record<string, string>>> => {
    const body = { startsAt, endsAt, messages: { en: 'Back at four.', de: 'Um vier Uhr sind wir zurück.' } };
    const planned = await call('Configuration_PlanMaintenance', { as: planner, body });
    return { windowId: String(at(planned.body, 'windowId')) };
  };
  const path = await plan('2026-11-22T02:00:00Z', '2026-11-22T04:00:00Z');
  await call('Configuration_ApproveMaintenance', { as: planner, path, fails: 403 });
  await call('Configuration_ApproveMaintenance', { as: approver, path });
  await call('Configuration_StartMaintenance', { as: planner, path });
  await call('Configuration_EndMaintenance', { as: planner, path });
  await call('Configuration_GetMaintenanceWindow', { as: planner, path });
  const other = await plan('2026-11-29T02:00:00Z', '2026-11-29T04:00:00Z');
  await call('Configuration_CancelMaintenance', { as: planner, path: other });
  await call('Configuration_ListMaintenance', { as: planner, query: { states: 'ended,cancelled' } });
}

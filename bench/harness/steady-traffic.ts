import type { Instance } from './instance.ts';
import { plannerToken, planWindow } from './maintenance-client.ts';

const requestsPerSecond = 20;
const requestsPerEmployee = 50;
const banks = ['01', '02', 'nl'] as const;

/** Counts of commands that emit an event each, by status; 0 without a response. */
export interface Traffic {
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

export interface TrafficDeps {
  readonly instance: Instance;
  readonly apiPort: number;
}

/** Sends requests at a steady pace, independent of their results. */
export function startTraffic({ instance, apiPort }: TrafficDeps, name: string): Traffic {
  const statuses = new Map<number, number>();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const send = async (nth: number): Promise<void> => {
    const employee = `${name}-${Math.floor(nth / requestsPerEmployee)}`;
    const bankId = banks[nth % banks.length] ?? '01';
    const response = await planWindow({
      port: apiPort,
      token: await plannerToken(instance.mint, employee, bankId),
      key: `outage-${name}-${nth}`.padEnd(16, '-'),
      message: `outage ${name} ${nth}`,
    });
    const status = response?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    const sending = send(sent).finally(() => open.delete(sending));
    open.add(sending);
    sent += 1;
  }, 1_000 / requestsPerSecond);
  return {
    statuses,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

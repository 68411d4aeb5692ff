import type { CoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { startServiceProcess } from '#adapters/core-http/service-process.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** What the service has seen. */
export interface ScreeningLoad {
  readonly requests: number;
  /** The most requests at one time. */
  readonly runningMost: number;
}

/** A screening service in a second process. */
export interface ScreeningProcess extends AsyncDisposable {
  readonly url: string;
  /** Switches how it behaves, and returns what it has seen. */
  tell(command: { readonly mode?: string }): Promise<ScreeningLoad>;
}

const program = new URL('./screening-service-program.suite.ts', import.meta.url);

/** Starts it on a free port. */
export async function startScreeningService(identities: CoreIdentities): Promise<ScreeningProcess> {
  const service = await startServiceProcess(program, identities);
  return {
    ...service,
    async tell(command) {
      const load = await service.tell(command);
      return { requests: Number(at(load, 'requests')), runningMost: Number(at(load, 'runningMost')) };
    },
  };
}

import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import type { PartyPorts } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import { authorizationPortsFrom } from './authorization-ports.ts';
import { correspondencePortsFrom } from './correspondence-ports.ts';
import type { Foundation } from './foundation.ts';
import { keyWrappingFrom } from './key-wrapping.ts';
import { partyPortsFrom } from './party-ports.ts';

/** What the capabilities stand on, each with its own; some of it has a life that must be ended. */
export interface CapabilityPorts {
  readonly party: PartyPorts;
  readonly correspondence: CorrespondencePorts;
  readonly authorization: AuthorizationPorts;
  close(): Promise<void>;
}

export async function capabilityPortsFrom(
  { clock, config }: Pick<Foundation, 'clock' | 'config'>,
  database: Database,
): Promise<CapabilityPorts> {
  const party = await partyPortsFrom(config, database);
  const correspondence = await correspondencePortsFrom(config, { database, party });
  const wrapping = await keyWrappingFrom(config);
  if (wrapping === undefined)
    throw new Error('seeds are kept under PORTICO_MASTER_KEYS or a driver; set one');
  return {
    party,
    correspondence,
    authorization: await authorizationPortsFrom(config, { database, clock, correspondence, wrapping }),
    async close() {
      await correspondence.press.close();
      await wrapping[Symbol.asyncDispose]();
    },
  };
}

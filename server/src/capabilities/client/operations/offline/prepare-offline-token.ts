import type { Context } from '#platform/work/context.ts';
import { type ReadOfflineToken, readOfflineToken } from '../../engine/offline/offline-token.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';

/** Verifies the token of an offline sign-in, before the command that uses it begins; undefined for any other text. */
export function prepareOfflineToken(
  { bankId, clientVault, clock, deviceFacts }: Context & Pick<ClientPorts, 'clientVault' | 'deviceFacts'>,
  token: string,
): Promise<ReadOfflineToken | undefined> {
  const keys = clientVault.devices.offlineKeys(bankId);
  return readOfflineToken(token, { bankId, server: deviceFacts.baseUrl, now: clock.now(), keys });
}

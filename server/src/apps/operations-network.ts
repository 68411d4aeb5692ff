import { BlockList, isIPv6 } from 'node:net'; // oxlint-disable-line no-restricted-imports -- compares addresses, opens nothing
import type { OperationsNetwork } from '#capabilities/monitoring/index.ts';

/** The networks from which details of this instance may be read. */
export function operationsNetwork(networks: readonly string[]): OperationsNetwork {
  const list = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list[family].addSubnet(address, Number(prefix), family);
  }
  return {
    includes(address) {
      if (address === undefined) return false;
      // A listener on all addresses sees IPv4 callers as IPv4-mapped IPv6 addresses.
      const plainAddress = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
      const family = isIPv6(plainAddress) ? 'ipv6' : 'ipv4';
      return list[family].check(plainAddress, family);
    },
  };
}

import { networksOf } from './source-address.ts';

/** How many requests or connections each network has open. */
export interface NetworkCounts {
  /** Counts one more for every network of the address; returns false and counts nothing if one is at its limit. */
  enter(address: string): boolean;
  leave(address: string): void;
}

/** Creates the counters of a process. Networks without open entries use no memory. */
export function createNetworkCounts(perNetworkMax: number): NetworkCounts {
  const open = new Map<string, number>();
  return {
    enter(address) {
      const networks = networksOf(address);
      const isFull = networks.some(({ network, share }) => (open.get(network) ?? 0) >= perNetworkMax * share);
      if (isFull) return false;
      for (const { network } of networks) open.set(network, (open.get(network) ?? 0) + 1);
      return true;
    },
    leave(address) {
      for (const { network } of networksOf(address)) {
        const count = open.get(network) ?? 0;
        if (count > 1) open.set(network, count - 1);
        else open.delete(network);
      }
    },
  };
}

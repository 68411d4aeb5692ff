/** How many of something each network has open at the moment. */
export interface NetworkCounts {
  /** Counts one more; false when the network has as many as it may. */
  enter(network: string): boolean;
  leave(network: string): void;
}

/** Creates the counts of a process. Networks that have nothing open take no memory. */
export function createNetworkCounts(perNetworkMax: number): NetworkCounts {
  const open = new Map<string, number>();
  return {
    enter(network) {
      const count = open.get(network) ?? 0;
      if (count >= perNetworkMax) return false;
      open.set(network, count + 1);
      return true;
    },
    leave(network) {
      const count = open.get(network) ?? 0;
      if (count > 1) open.set(network, count - 1);
      else open.delete(network);
    },
  };
}

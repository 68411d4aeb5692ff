import type { Capability } from '#platform/capability/capability.ts';

/** Ports of capabilities, after they were built. */
export interface BuiltPorts {
  /** Throws when the capability has no ports here. */
  of<Ports extends object>(capability: Capability<Ports>): Ports;
  find<Ports extends object>(capability: Capability<Ports>): Ports | undefined;
}

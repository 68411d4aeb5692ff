import assert from 'node:assert/strict';
import type { Capability } from '#platform/capability/capability.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { SettingKey } from '#platform/config/settings.ts';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import type { Database } from '#platform/db/database.ts';
import type { KeyRing } from '#platform/key-ring/key-ring.ts';
import type { Context } from '#platform/work/context.ts';
import type { BuiltPorts } from '../compose/built-ports.ts';

/** The keys of all banks, and their wrapping. */
export interface BankKeys {
  readonly ring: KeyRing;
  readonly wrapping: KeyWrapping;
}

/** Ends a process after a signal. */
export type StopProcess = (signal: string) => Promise<void>;

/** Opens what a command needs, each at its first use; the program closes it after the command. */
export interface Resources {
  config(): Config;
  /** The database, as the service. */
  app(): Database;
  /** The database, as the worker. */
  worker(): Database;
  keys(): Promise<BankKeys>;
  /** Builds the ports of these capabilities and of those that they use, and no others. */
  ports(capabilities: readonly Capability[]): Promise<BuiltPorts>;
  /** Registers what ends a process that runs until it is stopped. */
  onStopSignal(stop: StopProcess): void;
  /** The context of the command, which runs as the system, for one bank. */
  contextFor(bankId: string): Context;
}

/** Settings that must be set; of each inner list one is enough. */
export type RequiredSettings = readonly (readonly SettingKey[])[];

/** What must be opened before a command runs. */
export interface Need<Opened extends object> {
  /** Undefined if the command reads no settings. */
  readonly settings: RequiredSettings | undefined;
  open(resources: Resources): Promise<Opened>;
}

interface WithConfig {
  readonly config: Config;
}

interface WithDatabase extends WithConfig {
  readonly app: Database;
  readonly contextFor: (bankId: string) => Context;
}

/** Nothing: the command also runs where nothing is configured. */
export const nothing: Need<object> = { settings: undefined, open: async () => ({}) };

/** The settings alone. */
export const settingsOnly: Need<WithConfig> = {
  settings: [],
  open: async (resources) => ({ config: resources.config() }),
};

/** What a process of the product gets: the settings, and the signal to end. */
export const processHost: Need<WithConfig & Pick<Resources, 'onStopSignal'>> = {
  settings: [['databaseUrl']],
  open: async (resources) => ({
    config: resources.config(),
    onStopSignal: (stop) => resources.onStopSignal(stop),
  }),
};

const databaseOf = (resources: Resources): WithDatabase => ({
  config: resources.config(),
  app: resources.app(),
  contextFor: (bankId) => resources.contextFor(bankId),
});

/** The database, as the service. */
export const database: Need<WithDatabase> = {
  settings: [['databaseUrl']],
  open: async (resources) => databaseOf(resources),
};

/** The database, as the worker. */
export const workerDatabase: Need<WithConfig & { readonly worker: Database }> = {
  settings: [['databaseWorkerUrl']],
  open: async (resources) => ({ config: resources.config(), worker: resources.worker() }),
};

/** The database under both roles. */
export const bothDatabases: Need<WithDatabase & { readonly worker: Database }> = {
  settings: [['databaseUrl'], ['databaseWorkerUrl']],
  open: async (resources) => ({ ...databaseOf(resources), worker: resources.worker() }),
};

const keySettings: RequiredSettings = [['databaseUrl'], ['masterKeys', 'keyWrapping']];

/** The database and the keys of the banks. */
export const bankKeys: Need<WithDatabase & { readonly keys: BankKeys }> = {
  settings: keySettings,
  open: async (resources) => ({ ...databaseOf(resources), keys: await resources.keys() }),
};

/** The ports of one capability, in the context of each bank. */
export function portsOf<Ports extends object>(
  capability: Capability<Ports>,
): Need<WithConfig & { readonly contextFor: (bankId: string) => Context & Ports }> {
  return {
    settings: keySettings,
    async open(resources) {
      const ports = (await resources.ports([capability])).of(capability);
      return {
        config: resources.config(),
        contextFor: (bankId) => ({ ...resources.contextFor(bankId), ...ports }),
      };
    },
  };
}

/** The ports of several capabilities. */
export function portsOfSeveral(
  capabilities: readonly Capability[],
): Need<WithDatabase & { readonly ports: BuiltPorts }> {
  return {
    settings: keySettings,
    open: async (resources) => ({
      ...databaseOf(resources),
      ports: await resources.ports(capabilities),
    }),
  };
}

/** Returns the value of a setting that the command requires. */
export function settingOf<Key extends SettingKey>(config: Config, key: Key): NonNullable<Config[Key]> {
  const value = config[key];
  assert(value !== undefined && value !== null, `the command does not require ${key}`);
  return value;
}

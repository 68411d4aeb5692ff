import { repositoryFiles, textOf } from './repository.ts';

const capabilitiesFolder = 'server/src/capabilities/';

/** One folder of `server/src/capabilities`, with its files by their path inside it. */
export interface Capability {
  readonly name: string;
  readonly files: readonly string[];
}

/** Lists all capabilities. */
export async function listCapabilities(): Promise<readonly Capability[]> {
  const paths = (await repositoryFiles()).filter((path) => path.startsWith(capabilitiesFolder));
  const byName = Map.groupBy(paths, (path) => path.split('/')[3] ?? '');
  return [...byName].map(([name, its]) => ({
    name,
    files: its.map((path) => path.slice(capabilitiesFolder.length + name.length + 1)),
  }));
}

/** Returns the text of a file of a capability. */
export async function capabilityText({ name }: Capability, file: string): Promise<string> {
  return textOf(`${capabilitiesFolder}${name}/${file}`);
}

/** Returns all tests of a capability as one text, file names included, so that callers can search for names. */
export async function testsOf(capability: Capability): Promise<string> {
  const files = capability.files.filter((file) => file.endsWith('.test.ts'));
  const texts = await Promise.all(
    files.map(async (file) => `${file}\n${await capabilityText(capability, file)}`),
  );
  return texts.join('\n');
}

/** `plan-maintenance` → `planMaintenance`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `planMaintenance` → `plan-maintenance`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

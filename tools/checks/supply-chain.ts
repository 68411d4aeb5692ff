import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import {
  allowedLicences,
  chosenLicences,
  knownInstallScripts,
  licencesByName,
  toolLicencesByName,
} from './licence-policy.ts';

const versions = Type.Optional(Type.Record(Type.String(), Type.String()));

const lockedPackage = Type.Object({
  link: Type.Optional(Type.Boolean()),
  resolved: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  dev: Type.Optional(Type.Boolean()),
  optional: Type.Optional(Type.Boolean()),
  os: Type.Optional(Type.Unknown()),
  hasInstallScript: Type.Optional(Type.Boolean()),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lock = Type.Object({ packages: Type.Record(Type.String(), lockedPackage) });
const manifest = Type.Object({ license: Type.Optional(Type.Unknown()) });

/** One entry of the lock. */
export type LockedPackage = Static<typeof lockedPackage>;

/** Entries of the lock, by the path where npm installs the package. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Returns errors of dependencies: each needs an exact version, a checksum, no install script and a cleared licence. */
export async function supplyChainErrors(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = Parse(lock, JSON.parse(text));
  return [...lockErrors(packages), ...(await licenceErrors(root, packages))];
}

/** Returns the errors that the lock alone shows. */
export function lockErrors(packages: LockedPackages): readonly string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (locked.link === true) return [];
    return path.includes('node_modules/') ? installedErrors(path, locked) : ownErrors(path, locked);
  });
}

function installedErrors(path: string, locked: LockedPackage): readonly string[] {
  const name = nameOf(path);
  return [
    ...(locked.hasInstallScript === true && !knownInstallScripts.includes(name)
      ? [`${name} has an install script`]
      : []),
    // The lock must work with every bank's package mirror.
    ...(locked.resolved === undefined ? [] : [`${name} is locked to one address`]),
    ...(locked.integrity === undefined && !isForNoPlatform(locked)
      ? [`${name} is locked without a checksum`]
      : []),
  ];
}

/** Tells whether `npm run lock` added the entry; such a package is never installed. */
function isForNoPlatform({ optional, os }: LockedPackage): boolean {
  return optional === true && Array.isArray(os) && os.length === 1 && os[0] === 'none';
}

const exactVersion = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

function ownErrors(path: string, locked: LockedPackage): readonly string[] {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = locked;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `${path}/package.json: ${name} is ${version}, not one exact version`);
}

async function licenceErrors(root: string, packages: LockedPackages): Promise<readonly string[]> {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  const errors = await Promise.all(
    installed.map(async ([path, locked]) => {
      const licence = await licenceOf(join(root, path));
      if (licence.kind === 'not-installed') {
        // Binaries of other platforms are locked but not installed here.
        return locked.optional === true ? [] : [`${path} is locked but not installed; run npm ci`];
      }
      return licenceError(nameOf(path), licence.name, locked.dev === true ? 'tool' : 'shipped');
    }),
  );
  return errors.flat();
}

/** Returns an error when the licence of a package is not cleared. */
export function licenceError(name: string, licence: string, use: 'shipped' | 'tool'): readonly string[] {
  if (licence === '') return [`${name} names no licence`];
  const chosen = chosenLicences[name];
  const offered = licence.replaceAll(/[()]/g, '').split(/ OR /);
  if (offered.length > 1 && (chosen === undefined || !offered.includes(chosen)))
    return [`${name} offers ${licence}; name the chosen one in licence-policy.ts`];
  const needed = (chosen ?? offered[0] ?? '').split(/ AND /);
  return needed
    .filter((one) => !isCleared(name, one, use))
    .map((one) => `${name} is under ${one}, which is not cleared for what is ${use}`);
}

function isCleared(name: string, licence: string, use: 'shipped' | 'tool'): boolean {
  const isNamed = licencesByName[licence]?.includes(name) === true;
  const isTool = use === 'tool' && toolLicencesByName[licence]?.includes(name) === true;
  return allowedLicences.includes(licence) || isNamed || isTool;
}

type Licence = { readonly kind: 'named'; readonly name: string } | { readonly kind: 'not-installed' };

async function licenceOf(folder: string): Promise<Licence> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return { kind: 'not-installed' };
  const { license } = Parse(manifest, JSON.parse(text));
  return { kind: 'named', name: typeof license === 'string' ? license.trim() : '' };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

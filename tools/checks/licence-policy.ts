/** Licences whose terms were cleared for what we ship. */
export const allowedLicences: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
  'Python-2.0',
];

/** Licences cleared for the named packages only; these ship unmodified and are listed in the notices. */
export const licencesByName: Readonly<Record<string, readonly string[]>> = {
  'OFL-1.1': ['@expo-google-fonts/noto-sans', '@expo-google-fonts/noto-sans-arabic'],
};

/** Licences cleared for the named development tools, which are not shipped. */
export const toolLicencesByName: Readonly<Record<string, readonly string[]>> = {
  'MPL-2.0': ['axe-core', 'lightningcss', 'lightningcss-linux-x64-gnu', 'lightningcss-linux-arm64-gnu'],
  'CC-BY-3.0': ['spdx-exceptions'],
  'CC-BY-4.0': ['caniuse-lite'],
  'PSF-2.0': ['argparse'],
};

/** Licence that we choose where a package offers several. */
export const chosenLicences: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'MIT',
  '@biomejs/cli-linux-arm64': 'MIT',
  '@biomejs/cli-linux-x64': 'MIT',
  '@squawk-cli/linux-arm64': 'MIT',
  '@squawk-cli/linux-x64': 'MIT',
  ibantools: 'MIT',
  pizzip: 'MIT',
  'squawk-cli': 'MIT',
  'type-fest': 'MIT',
};

/** Packages with an install script that is not run and not needed. */
export const knownInstallScripts: readonly string[] = ['@scarf/scarf', 'esbuild'];

/** Versions of pain.001.001 that are read. */
export const pain001Versions = ['03', '09'] as const;
export type Pain001Version = (typeof pain001Versions)[number];

/** Returns the namespace of a version. */
export function pain001Namespace(version: Pain001Version): string {
  return `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`;
}

/** Returns the version of a namespace; undefined for any other message or version. */
export function pain001VersionOf(namespace: string): Pain001Version | undefined {
  return pain001Versions.find((version) => pain001Namespace(version) === namespace);
}

import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';

const versionShape = /^[1-9]\d{0,5}$/;

/** Returns the common start of the labels of a purpose: `portico-auth-01-v`. */
function stem(prefix: string, { bankId, keyClass }: KeyPurpose): string {
  return `${prefix}-${keyClass}-${bankId}-v`;
}

/** Returns the label of one version: `portico-auth-01-v1`. */
export function labelOf(prefix: string, purpose: KeyPurpose, version: number): string {
  return `${stem(prefix, purpose)}${version}`;
}

/** Returns the version in a label, or undefined for a label of another purpose. */
export function versionIn(label: string, prefix: string, purpose: KeyPurpose): number | undefined {
  const start = stem(prefix, purpose);
  const rest = label.slice(start.length);
  return label.startsWith(start) && versionShape.test(rest) ? Number(rest) : undefined;
}

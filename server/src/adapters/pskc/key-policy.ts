import type { Temporal } from 'temporal-polyfill';
import type { Element } from '#platform/xml/xml-tree.ts';
import { childOf } from './element-search.ts';
import { momentOf } from './key-values.ts';
import { PskcError } from './pskc-error.ts';

/** Validity period of a key. */
export interface KeyValidity {
  readonly start: Temporal.Instant | undefined;
  readonly expiry: Temporal.Instant | undefined;
}

/** RFC 6030 5: a recipient that does not understand a policy must not use the key. */
export function validityOf(key: Element): KeyValidity {
  const policy = childOf(key, 'Policy');
  if (policy === undefined) return { start: undefined, expiry: undefined };
  if (!policy.children.every(isUnderstood)) throw new PskcError('policy', key.line);
  const usages = policy.children.filter(({ name }) => name === 'KeyUsage').map(({ text }) => text.trim());
  // A key for other uses only generates no codes.
  if (usages.length > 0 && !usages.some(isForCodes)) throw new PskcError('policy', key.line);
  return { start: momentOf(policy, 'StartDate'), expiry: momentOf(policy, 'ExpiryDate') };
}

function isUnderstood({ name, attributes }: Element): boolean {
  switch (name) {
    case 'StartDate':
    case 'ExpiryDate':
    case 'KeyUsage':
      return true;
    case 'PINPolicy':
      // A PIN checked by the token itself does not concern the server; any other would be part of the code.
      return attributes.get('PINUsageMode') === 'Local';
    default:
      return false;
  }
}

function isForCodes(usage: string): boolean {
  return usage === 'OTP' || usage === 'CR';
}

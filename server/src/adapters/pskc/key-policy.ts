import type { Temporal } from 'temporal-polyfill';
import type { Element } from '#platform/xml/xml-tree.ts';
import { childOf } from './element-search.ts';
import { momentOf } from './key-values.ts';
import { PskcError } from './pskc-error.ts';

/** From when until when a key may be used. */
export interface KeyValidity {
  readonly start: Temporal.Instant | undefined;
  readonly expiry: Temporal.Instant | undefined;
}

/** RFC 6030 5: whoever does not understand a policy must not use the key. */
export function validityOf(key: Element): KeyValidity {
  const policy = childOf(key, 'Policy');
  if (policy === undefined) return { start: undefined, expiry: undefined };
  if (!policy.children.every(isUnderstood)) throw new PskcError('policy', key.line);
  const usages = policy.children.filter(({ name }) => name === 'KeyUsage').map(({ text }) => text.trim());
  // A key that is only for other things makes no codes.
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
      // A PIN the token itself asks for is none of our business; any other would be part of the code.
      return attributes.get('PINUsageMode') === 'Local';
    default:
      return false;
  }
}

function isForCodes(usage: string): boolean {
  return usage === 'OTP' || usage === 'CR';
}

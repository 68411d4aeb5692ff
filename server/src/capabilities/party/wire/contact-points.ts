import assert from 'node:assert/strict';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type {
  modifyContactPoint,
  modifyContactPreference,
  registerContactPoint,
} from '../contract/contact-points.ts';
import type { ContactPointChange, NewContactPoint, PreferenceRequest } from '../domain/changes.ts';
import type { ContactAddress } from '../domain/facts.ts';
import type { ContactMethod } from '../domain/literals.ts';
import { addressKindOf, checkMobile, kindOfAddress, readAddress } from './addresses.ts';
import { readPreference } from './preferences.ts';

type NewBody = RequestOf<typeof registerContactPoint>['body'];

export function toPreferenceRequest({ body }: RequestOf<typeof modifyContactPreference>): PreferenceRequest {
  return inspect('body', (cursor) => readPreference(body, cursor));
}

export function toNewContactPoint({ body }: RequestOf<typeof registerContactPoint>): NewContactPoint {
  const { address, ...others } = inspect('body', (cursor) => {
    const { method, usage, 'valid-from': validFrom, 'valid-until': validUntil } = body;
    checkPeriod(omitUndefined({ usage, validFrom, validUntil }), cursor);
    return omitUndefined({
      method,
      usage,
      address: readAddressOf(method, body.address, cursor.at('address')),
      preference: mapDefined(body['contact-preference'], (requested) =>
        readPreference(requested, cursor.at('contact-preference')),
      ),
      validFrom,
      validUntil,
    });
  });
  assert(address !== undefined, 'unreadable values are rejected');
  return { ...others, address };
}

/** Translates a change of a contact point. The operation checks that it suits the recorded method. */
export function toContactPointChange({ body }: RequestOf<typeof modifyContactPoint>): ContactPointChange {
  return inspect('body', (cursor) => {
    const { address, method, usage, 'valid-from': validFrom, 'valid-until': validUntil } = body;
    if (validUntil === null && usage === 'temporary') cursor.at('valid-until').report('required');
    if (typeof validFrom === 'string' && typeof validUntil === 'string')
      checkPeriod({ validFrom, validUntil }, cursor);
    return omitUndefined({
      method,
      usage,
      address: mapDefined(address, (sent) => readAddressOf(method, sent, cursor.at('address'))),
      preference: mapDefined(body['contact-preference'], (requested) =>
        readPreference(requested, cursor.at('contact-preference')),
      ),
      validFrom,
      validUntil,
    });
  });
}

/** Checks that the end is not before the start, and that a temporary contact point has an end. */
function checkPeriod(
  { usage, validFrom, validUntil }: Pick<NewContactPoint, 'usage' | 'validFrom' | 'validUntil'>,
  cursor: FieldCursor,
): void {
  if (validUntil === undefined && usage === 'temporary') cursor.at('valid-until').report('required');
  const isReversed = validFrom !== undefined && validUntil !== undefined && validUntil < validFrom;
  if (isReversed) cursor.at('valid-until').report('minimum');
}

function readAddressOf(
  method: ContactMethod | undefined,
  address: NewBody['address'],
  cursor: FieldCursor,
): ContactAddress | undefined {
  const kind = method === undefined ? kindOfAddress(address) : addressKindOf[method];
  const read = readAddress(kind, address, cursor);
  if (read !== undefined && method !== undefined) checkMobile(method, read, cursor);
  return read;
}

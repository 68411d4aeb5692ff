import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { PreferenceRequest } from '../domain/changes.ts';
import type { ContactMedium, ContactPurpose } from '../domain/literals.ts';

interface WishMembers {
  readonly purpose: ContactPurpose;
  readonly 'contact-medium'?: ContactMedium;
}

interface PreferenceMembers {
  readonly 'preferred-language'?: string | null;
  readonly 'opt-ins'?: readonly WishMembers[] | null;
  readonly 'opt-outs'?: readonly WishMembers[] | null;
}

/** What a party wishes. Nobody can wish the same and its opposite, and wishing twice is a mistake. */
export function readPreference(body: PreferenceMembers, cursor: FieldCursor): PreferenceRequest {
  const optIns = body['opt-ins'] ?? [];
  const optOuts = body['opt-outs'] ?? [];
  noteRepeated(optIns, cursor.at('opt-ins'));
  noteRepeated(optOuts, cursor.at('opt-outs'));
  for (const [index, wish] of optOuts.entries()) {
    const isOpposed = optIns.some((other) => isSame(wish, other));
    if (isOpposed) cursor.at('opt-outs', index).note('combination-not-allowed');
  }
  return omitUndefined({
    preferredLanguage: body['preferred-language'],
    // Null clears a list, as an empty one does.
    optIns: body['opt-ins'] === undefined ? undefined : optIns.map(toRequest),
    optOuts: body['opt-outs'] === undefined ? undefined : optOuts.map(toRequest),
  });
}

function noteRepeated(wishes: readonly WishMembers[], cursor: FieldCursor): void {
  for (const [index, wish] of wishes.entries()) {
    if (wishes.findIndex((other) => isSame(wish, other)) < index) cursor.at(index).note('duplicate');
  }
}

function isSame(one: WishMembers, other: WishMembers): boolean {
  return one.purpose === other.purpose && one['contact-medium'] === other['contact-medium'];
}

function toRequest(wish: WishMembers): { readonly purpose: ContactPurpose; readonly medium?: ContactMedium } {
  return omitUndefined({ purpose: wish.purpose, medium: wish['contact-medium'] });
}

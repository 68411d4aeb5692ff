import type { FieldCursor } from '#dialects/channel/field-errors.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { PreferenceRequest } from '../domain/changes.ts';
import type { ContactMedium, ContactPurpose } from '../domain/literals.ts';

interface PreferenceChoiceMembers {
  readonly purpose: ContactPurpose;
  readonly 'contact-medium'?: ContactMedium;
}

interface PreferenceMembers {
  readonly 'preferred-language'?: string | null;
  readonly 'opt-ins'?: readonly PreferenceChoiceMembers[] | null;
  readonly 'opt-outs'?: readonly PreferenceChoiceMembers[] | null;
}

/** Reads a contact preference. Rejects a choice that is in both lists, or twice in one. */
export function readPreference(body: PreferenceMembers, cursor: FieldCursor): PreferenceRequest {
  const optIns = body['opt-ins'] ?? [];
  const optOuts = body['opt-outs'] ?? [];
  reportRepeated(optIns, cursor.at('opt-ins'));
  reportRepeated(optOuts, cursor.at('opt-outs'));
  for (const [index, choice] of optOuts.entries()) {
    const isOpposed = optIns.some((other) => isSame(choice, other));
    if (isOpposed) cursor.at('opt-outs', index).report('combination-not-allowed');
  }
  return omitUndefined({
    preferredLanguage: body['preferred-language'],
    // Null clears a list, as an empty one does.
    optIns: body['opt-ins'] === undefined ? undefined : optIns.map(toRequest),
    optOuts: body['opt-outs'] === undefined ? undefined : optOuts.map(toRequest),
  });
}

function reportRepeated(choices: readonly PreferenceChoiceMembers[], cursor: FieldCursor): void {
  for (const [index, choice] of choices.entries()) {
    if (choices.findIndex((other) => isSame(choice, other)) < index) cursor.at(index).report('duplicate');
  }
}

function isSame(one: PreferenceChoiceMembers, other: PreferenceChoiceMembers): boolean {
  return one.purpose === other.purpose && one['contact-medium'] === other['contact-medium'];
}

function toRequest(choice: PreferenceChoiceMembers): {
  readonly purpose: ContactPurpose;
  readonly medium?: ContactMedium;
} {
  return omitUndefined({ purpose: choice.purpose, medium: choice['contact-medium'] });
}

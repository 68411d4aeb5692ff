import type { PreferenceRequest } from './changes.ts';
import type { ContactPreference, PreferenceEntry } from './facts.ts';
import { marketing, partOfService } from './literals.ts';
import type { RuleContext } from './rule-context.ts';

type PreferenceChoice = NonNullable<PreferenceRequest['optIns']>[number];

/**
 * Applies a change of preferences. A list replaces the stored one; an entry that was stored before keeps its day and
 * channel as proof of consent. Withdrawal is always accepted.
 */
export function changedPreference(
  current: ContactPreference | undefined,
  request: PreferenceRequest,
  context: Pick<RuleContext, 'now' | 'channel'> & { readonly hasOpenProduct: boolean },
): ContactPreference | 'preference-not-changeable' {
  const before = current ?? { optIns: [], optOuts: [] };
  // A purpose is never both opted in and opted out: an entry of the list that was not sent is removed if the other
  // list now opposes it.
  const optOuts =
    request.optOuts === undefined
      ? unopposed(before.optOuts, request.optIns)
      : entriesFor(before.optOuts, request.optOuts, context);
  const isRefused =
    context.hasOpenProduct &&
    optOuts.some((entry) => partOfService.includes(entry.purpose) && !isAmong(before.optOuts, entry));
  if (isRefused) return 'preference-not-changeable';
  const { preferredLanguage: _, ...rest } = before;
  const language =
    request.preferredLanguage === undefined ? before.preferredLanguage : request.preferredLanguage;
  return {
    ...rest,
    ...(language === undefined || language === null ? {} : { preferredLanguage: language }),
    optIns:
      request.optIns === undefined
        ? unopposed(before.optIns, request.optOuts)
        : entriesFor(before.optIns, request.optIns, context),
    optOuts,
  };
}

/** Removes marketing opt-ins, for deceased persons. */
export function withoutMarketing(preference: ContactPreference): ContactPreference {
  return { ...preference, optIns: preference.optIns.filter(({ purpose }) => !marketing.includes(purpose)) };
}

function entriesFor(
  before: readonly PreferenceEntry[],
  requested: readonly PreferenceChoice[],
  { channel, now }: Pick<RuleContext, 'now' | 'channel'>,
): readonly PreferenceEntry[] {
  return requested.map(
    (one) => before.find((entry) => isSame(entry, one)) ?? { ...one, since: now, channel },
  );
}

function unopposed(
  entries: readonly PreferenceEntry[],
  opposite: readonly PreferenceChoice[] = [],
): readonly PreferenceEntry[] {
  return entries.filter((entry) => !isAmong(opposite, entry));
}

function isAmong(entries: readonly PreferenceChoice[], requested: PreferenceChoice): boolean {
  return entries.some((entry) => isSame(entry, requested));
}

function isSame(left: PreferenceChoice, right: PreferenceChoice): boolean {
  return left.purpose === right.purpose && left.medium === right.medium;
}

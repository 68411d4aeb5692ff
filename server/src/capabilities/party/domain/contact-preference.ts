import type { PreferenceRequest } from './changes.ts';
import type { ContactPreference, PreferenceEntry } from './facts.ts';
import type { ContactPurpose } from './literals.ts';
import type { RuleContext } from './rule-context.ts';

type Wished = NonNullable<PreferenceRequest['optIns']>[number];

/** Messages that belong to the service itself. */
const partOfService: readonly ContactPurpose[] = ['service-provision', 'payment-management'];
/** What nobody may be sent without having asked for it. */
export const marketing: readonly ContactPurpose[] = [
  'direct-marketing',
  'personalised-advertising',
  'survey',
];

/**
 * Applies a wish. A list replaces the stored one; what was wished before and still is keeps its day and channel, for
 * it is the proof of consent. Withdrawal is always accepted.
 */
export function wishedPreference(
  current: ContactPreference | undefined,
  request: PreferenceRequest,
  context: Pick<RuleContext, 'now' | 'channel'> & { readonly hasOpenProduct: boolean },
): ContactPreference | 'preference-not-changeable' {
  const before = current ?? { optIns: [], optOuts: [] };
  // Nobody wishes the same and its opposite: of a list that was not told again, what the other one now opposes goes.
  const optOuts =
    request.optOuts === undefined
      ? unopposed(before.optOuts, request.optIns)
      : entered(before.optOuts, request.optOuts, context);
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
        : entered(before.optIns, request.optIns, context),
    optOuts,
  };
}

/** The dead are not advertised to. */
export function withoutMarketing(preference: ContactPreference): ContactPreference {
  return { ...preference, optIns: preference.optIns.filter(({ purpose }) => !marketing.includes(purpose)) };
}

function entered(
  before: readonly PreferenceEntry[],
  wished: readonly Wished[],
  { channel, now }: Pick<RuleContext, 'now' | 'channel'>,
): readonly PreferenceEntry[] {
  return wished.map((one) => before.find((entry) => isSame(entry, one)) ?? { ...one, since: now, channel });
}

function unopposed(
  entries: readonly PreferenceEntry[],
  opposite: readonly Wished[] = [],
): readonly PreferenceEntry[] {
  return entries.filter((entry) => !isAmong(opposite, entry));
}

function isAmong(entries: readonly Wished[], wished: Wished): boolean {
  return entries.some((entry) => isSame(entry, wished));
}

function isSame(left: Wished, right: Wished): boolean {
  return left.purpose === right.purpose && left.medium === right.medium;
}

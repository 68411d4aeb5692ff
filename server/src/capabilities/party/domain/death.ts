import type { DeathReport } from './changes.ts';
import { withoutMarketing } from './contact-preference.ts';
import type { PartyFacts } from './fact-map.ts';
import type { Day, Death, PersonalFacts } from './facts.ts';
import { withoutAbsent } from './merging.ts';

export type DeathReportResult =
  | { readonly kind: 'reported' | 'confirmed'; readonly facts: PartyFacts }
  | { readonly kind: 'known' }
  | { readonly kind: 'refused'; readonly refusal: 'death-already-reported' | 'death-date-before-birth' };

/**
 * Applies a death report. A certificate or the civil register confirms the death; any other report only restricts
 * payments until it is confirmed, because false reports happen.
 */
// GAP: a certificate may name another day than the relative did; the certificate counts. ADR-0028
export function reportDeath(facts: PartyFacts, report: DeathReport, today: Day): DeathReportResult {
  const { death } = facts.sensitive;
  const isConfirmed = ['certificate', 'civil-register'].includes(report.source);
  // The known death is checked first: further reports must not reveal the birth date.
  if (death !== undefined && (death.isConfirmed || !isConfirmed)) {
    return death.date === report.date
      ? { kind: 'known' }
      : { kind: 'refused', refusal: 'death-already-reported' };
  }
  if (isBeforeBirth(facts, report)) return { kind: 'refused', refusal: 'death-date-before-birth' };
  const entry: Death = withoutAbsent({ ...report, reportedOn: death?.reportedOn ?? today, isConfirmed });
  const sensitive = { ...facts.sensitive, death: entry };
  return isConfirmed
    ? { kind: 'confirmed', facts: { personal: deceased(facts.personal), sensitive } }
    : { kind: 'reported', facts: { ...facts, sensitive } };
}

function isBeforeBirth({ sensitive }: PartyFacts, { date }: DeathReport): boolean {
  const born = sensitive.birth?.date;
  return born !== undefined && date < born;
}

/** Removes marketing consent, so that no marketing is sent to deceased persons. */
function deceased(personal: PersonalFacts): PersonalFacts {
  const { contactPoints, preference } = personal;
  return {
    ...personal,
    life: 'deceased',
    ...(preference === undefined ? {} : { preference: withoutMarketing(preference) }),
    contactPoints: contactPoints.map((point) =>
      point.preference === undefined ? point : { ...point, preference: withoutMarketing(point.preference) },
    ),
  };
}

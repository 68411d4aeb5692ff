import type { NewOwner, OwnershipChange } from './changes.ts';
import type { Ownership } from './facts.ts';
import { withoutAbsent } from './merging.ts';
import { beneficialOwnerShare } from './policy.ts';

export type OwnershipRefusal = 'ownership-exceeds-total' | 'beneficial-owner-missing';

export type OwnershipResult =
  | {
      readonly kind: 'done';
      readonly ownership: Ownership;
      /** Numbers of owners who are not parties; stored separately, because they are sensitive. */
      readonly ownerNumbers: readonly (string | null)[];
    }
  | { readonly kind: 'refused'; readonly refusal: OwnershipRefusal };

/** Shares have four decimals; counted in ten-thousandths they add up exactly. */
const partsPerPercent = 10_000;

/** Validates a list of owners, which replaces the previous one. */
export function ownedBy({
  contentUrl,
  kind,
  owners,
}: Omit<OwnershipChange, 'effectiveDate'>): OwnershipResult {
  const total = owners.reduce((sum, { share }) => sum + Math.round(share * partsPerPercent), 0);
  if (total > 100 * partsPerPercent) return { kind: 'refused', refusal: 'ownership-exceeds-total' };
  if (!owners.some(isBeneficial)) return { kind: 'refused', refusal: 'beneficial-owner-missing' };
  return {
    kind: 'done',
    ownerNumbers: owners.map(({ idNumber }) => idNumber ?? null),
    ownership: withoutAbsent({
      kind,
      contentUrl,
      owners: owners.map((owner) => withoutAbsent({ ...owner, idNumber: undefined })),
    }),
  };
}

/** An owner of 25 percent is a beneficial owner, declared or not (AMLD). */
function isBeneficial({ isBeneficialOwner, share }: NewOwner): boolean {
  return isBeneficialOwner || share >= beneficialOwnerShare;
}

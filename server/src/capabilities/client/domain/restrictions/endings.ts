import { type RestrictionKind, restrictionKinds, type Setter, setters } from './restriction.ts';

/** Events that must outlive a restore. */
export const restrictionEndings = [
  'restriction-set',
  'restriction-lifted',
  'suspected-fraud-reported',
] as const;

/** A restriction as the ledger names it. */
export interface NamedRestriction {
  readonly restrictionId: string;
  readonly kind: RestrictionKind;
  readonly setBy: Setter;
}

/** Reads the text of the ledger: id, kind and setter. */
export function namedRestriction(text: string | undefined): NamedRestriction | undefined {
  const [restrictionId, kindText, setterText] = (text ?? '').split(' ');
  const kind = restrictionKinds.find((one) => one === kindText);
  const setBy = setters.find((one) => one === setterText);
  if (restrictionId === undefined || kind === undefined || setBy === undefined) return undefined;
  return { restrictionId, kind, setBy };
}

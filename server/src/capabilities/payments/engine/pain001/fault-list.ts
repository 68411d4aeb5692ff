import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import type { PaymentFault } from '../../domain/payment-fault.ts';

/** Maximum number of faults in one result; reading stops there. */
export const faultsMax = 20;

/** Ends reading early; caught only where reading began. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
}

/** Position of an element. A path is built only for a fault: a document has 100,000 elements. */
export interface Place {
  readonly above?: Place;
  readonly step: string;
}

/** Returns the place of an element below another one. */
export function below(above: Place, ...steps: readonly string[]): Place {
  return steps.reduce<Place>((place, step) => ({ above: place, step }), above);
}

/** What is wrong with the content of an element. */
export interface ContentFault {
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** Collects the faults of one document. */
export interface FaultList {
  /** Throws `ReadingStopped` with the last fault that a result may have. */
  add(place: Place, fault: ContentFault): void;
  all(): readonly PaymentFault[];
}

/** Creates an empty list. */
export function createFaultList(): FaultList {
  const faults: PaymentFault[] = [];
  return {
    add(place, { code, message }) {
      faults.push({ at: pathOf(place), code, message });
      if (faults.length === faultsMax) throw new ReadingStopped();
    },
    all: () => faults,
  };
}

function pathOf(place: Place): readonly string[] {
  const steps: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.above) steps.push(at.step);
  return steps.toReversed();
}

import { fault, type PaymentFault } from './payment-fault.ts';
import { areSlashesApart, areSpacesApart, unfitIn, unnumberedIn, unshownIn } from './payment-texts.ts';
import type { PaymentPath } from './single-payment.ts';

const textRule = 'Must consist of letters, digits, spaces and / - ? : ( ) . , \' + & * $ % ; @ _ = # ! ".';
const identifierRule =
  "Must consist of letters A to Z, digits and / - ? : ( ) . , ' + or spaces, with no slash at an end and no two in a row.";
const numberRule =
  'Must consist of letters A to Z, digits and / - +, with no slash at an end and no two in a row.';
const spacesRule = 'Must have no space at an end, and no two in a row: a page would not show them.';

/** Returns the fault of a text that a page cannot show exactly as it was sent. */
export function shownFaults(value: string, at: PaymentPath): readonly PaymentFault[] {
  const found = unshownIn(value);
  return found === undefined ? [] : [fault('pattern', refused(textRule, found), ...at)];
}

/** Returns the fault of a text whose spaces a page cannot show. */
export function spaceFaults(value: string | undefined, at: PaymentPath): readonly PaymentFault[] {
  // A blank name is another fault.
  if (value === undefined || value.trim() === '' || areSpacesApart(value)) return [];
  return [fault('pattern', spacesRule, ...at)];
}

/** Returns the fault of a text that is not an identifier of the schemes. */
export function identifierFaults(value: string | undefined, at: PaymentPath): readonly PaymentFault[] {
  return fitFaults(value, at, { rule: identifierRule, misfitIn: unfitIn });
}

/** Returns the fault of a number that messages cannot contain as it was sent. */
export function numberFaults(value: string | undefined, at: PaymentPath): readonly PaymentFault[] {
  return fitFaults(value, at, { rule: numberRule, misfitIn: unnumberedIn });
}

interface Fit {
  readonly rule: string;
  readonly misfitIn: (value: string) => string | undefined;
}

function fitFaults(
  value: string | undefined,
  at: PaymentPath,
  { misfitIn, rule }: Fit,
): readonly PaymentFault[] {
  if (value === undefined) return [];
  const found = misfitIn(value);
  if (found !== undefined) return [fault('pattern', refused(rule, found), ...at)];
  return areSlashesApart(value) ? [] : [fault('pattern', rule, ...at)];
}

function refused(rule: string, character: string): string {
  return `${rule} Refused: ${character}.`;
}

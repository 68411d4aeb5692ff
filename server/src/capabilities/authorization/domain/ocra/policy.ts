/** Policy values of OCRA: the defaults of the specification, by their policy names. */

/** `ocra-time-window`: steps back and ahead. */
export const ocraTimeWindowSteps = 1;

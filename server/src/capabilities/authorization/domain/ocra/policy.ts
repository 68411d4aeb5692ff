/** Policy values of OCRA: the specification's defaults, each said once, with its policy name. */

/** `ocra-time-window`: steps back and ahead. */
export const ocraTimeWindowSteps = 1;

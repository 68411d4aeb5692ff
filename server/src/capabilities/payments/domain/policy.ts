/**
 * How long an ended payment is kept: a payer may dispute one for 13 months. The entries in the core stay longer, as
 * accounting demands. PSD2 art. 71
 */
// GAP: how long payments can be read is not specified. ADR-0079
export const keptDays = 397;

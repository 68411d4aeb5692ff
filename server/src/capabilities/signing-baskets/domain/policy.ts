/** Most members of a basket, whatever the profile says: the page lists no more. */
export const membersMax = 100;

/** How long an ended basket is kept: as long as the payments that it authorised. PSD2 art. 71 */
// GAP: how long baskets can be read is not specified. ADR-0108
export const keptDays = 397;

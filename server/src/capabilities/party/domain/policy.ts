import { definePolicy } from '#platform/kernel/policy.ts';

/** Policy values of the party interface: the specification's defaults, each defined once, with its policy name. */

/** `page-size-default` */
export const pageSizeDefault = 10;
/** `page-size-max` */
export const pageSizeMax = 100;
/** `list-window` */
export const listWindow = 10_000;
/** `search-window` */
export const searchWindow = 1_000;
// GAP: the time that the statements of a search may take is not specified. ADR-0049
/** For each round trip of a search; a search has three. */
export const searchTimeMaxMs = 1_500;
/** `radius-min` */
export const radiusMinKm = 0.1;
/** `radius-max` */
export const radiusMaxKm = 100;
/** `search-fuzzy-min`: minimum word length for typo tolerance. */
export const searchFuzzyMin = 5;
/** `sync-batch` */
export const syncBatch = 500;
/** `sync-token-lifetime` */
export const syncTokenLifetimeDays = 30;
/** `contact-points-max`, per party. */
export const contactPointsMax = 20;
/** `id-documents-max`, per party. */
export const idDocumentsMax = 20;
/** `owners-max` */
export const ownersMax = 200;
/** `beneficial-owner-share`, in percent; a bank may only lower it. */
export const beneficialOwnerShare = 25;
/** `retention-party`, after the relation has ended. The law against money laundering asks for these years at least. */
export const retentionParty = definePolicy({
  name: 'retention-party',
  unit: 'years after the end of the relation',
  default: 5,
  min: 5,
  max: 30,
});
/** `dormancy-period`: silence after which an active customer is dormant. */
export const dormancyPeriod = definePolicy({
  name: 'dormancy-period',
  unit: 'months',
  default: 12,
  min: 1,
  max: 120,
});
/** `dormancy-savings`: the same for customers who have savings accounts only. */
export const dormancySavings = definePolicy({
  name: 'dormancy-savings',
  unit: 'months',
  default: 24,
  min: 1,
  max: 120,
});
// GAP: how long a proposed outcome of a screening can be confirmed is not specified. ADR-0075
/** As long as a correction waits for its second employee. */
export const proposalHours = 72;

/** What each bank may choose. */
export const partyPolicies = [retentionParty, dormancyPeriod, dormancySavings] as const;

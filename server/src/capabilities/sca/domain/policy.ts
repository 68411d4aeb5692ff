/** Policy values of approvals, by their policy names. */

/** `sca-failures-max`: wrong passwords, and wrong codes, of one authorisation. RTS art. 4(3)(b) */
export const scaFailuresMax = 5;
/** `sca-page-idle`: an open page without a form. RTS art. 4(3)(d); polling is no activity. */
export const pageIdleMinutes = 5;
/** `sca-page-total`: from the arrival on the page to the approval. */
export const pageTotalMinutes = 15;
/** `sca-device-wait`: how long a device is asked. */
export const deviceWaitMinutes = 5;
/** `sca-device-requests-max`: requests to a device that one authorisation sends. */
export const deviceRequestsMax = 2;
/** `sca-device-window`: the time in which requests to the devices of one customer are counted. */
export const deviceWindowMinutes = 10;
/** `sca-device-window-max`: requests to the devices of one customer in this time, over all that ask. */
export const deviceWindowMax = 3;
/** `sca-device-window-askers-max`: those of third parties and applications; the others are left to the bank's page. */
export const deviceWindowAskersMax = 2;
/** `sca-device-requests-per-hour`: requests of one third party or application to the devices of one customer. */
export const deviceRequestsPerHour = 5;
/** `sca-device-back-off`: how long one that asks waits after its first, second and each further request without an answer. */
export const deviceBackOffMinutes = [10, 30, 60] as const;
/** `sca-device-back-off-page`: the same on the bank's page, where the customer has passed the first factor. */
export const devicePageBackOffMinutes = [0, 10] as const;
/** `sca-device-history`: earlier requests do not count. */
export const deviceHistoryHours = 24;
/** `sca-device-mute`: how long the requests of a third party that a customer mutes do not reach a device. */
export const deviceMuteHours = 24;
/** `sca-device-retention`: how long it is known who asked a device. */
export const deviceRequestKeptDays = 30;
/** `sca-code-resend-after`: after the first and each further message. Authorization sends none earlier (`otp-resend-wait`). */
export const codeResendAfterSeconds = [30, 60] as const;
/** `sca-codes-max`: messages with a code that one authorisation sends. */
export const codesMax = 3;
/** `confirmation-code-validity`: from the approval on the page to the confirmation by the third party. */
export const confirmationCodeMinutes = 10;
/** `sca-accounts-max`: accounts that are offered for one approval. */
export const offeredAccountsMax = 200;
/** `sca-open-max`: authorisations that wait at the same time for one subject. */
export const openAuthorisationsMax = 20;
/** `exemption-strong-authentication-age`: without two factors for this long, no payment is exempted. */
export const strongAuthenticationDays = 180;
/** `sca-recurring-max`: exempted payments in a row after which also a payment of a series needs two factors again. */
export const recurringCountMax = 5;
/** `exemption-series-gap`: payments of a series are further apart than this; weekly ones may fall on an earlier day. */
export const seriesGapDays = 5;
/** `exemption-series-life`: a series without a payment for this long is forgotten; yearly ones may be late. */
export const seriesLifeDays = 400;
/** `sca-retention`: how long an ended authorisation is kept. */
export const retentionDays = 90;

/** Returns how long after a message the customer may ask for the next one. */
export function resendWaitSeconds(codesSent: number): number {
  const [first, further] = codeResendAfterSeconds;
  return codesSent <= 1 ? first : further;
}

/** Policy values of approvals, by their policy names. */

/** `sca-failures-max`: wrong passwords, and wrong codes, of one authorisation. RTS art. 4(3)(b) */
export const scaFailuresMax = 5;
/** `sca-page-idle`: an open page without a form. RTS art. 4(3)(d); polling is no activity. */
export const pageIdleMinutes = 5;
/** `sca-page-total`: from the arrival on the page to the approval. */
export const pageTotalMinutes = 15;
/** `sca-device-wait`: how long a device is asked. */
export const deviceWaitMinutes = 5;
/** `sca-code-resend-after` */
export const codeResendAfterSeconds = 20;
/** `sca-codes-max`: messages with a code that one authorisation sends. */
export const codesMax = 3;
/** `confirmation-code-validity`: from the approval on the page to the confirmation by the third party. */
export const confirmationCodeMinutes = 10;
/** `sca-open-max`: authorisations that wait at the same time for one subject. */
export const openAuthorisationsMax = 20;
/** `sca-retention`: how long an ended authorisation is kept. */
export const retentionDays = 90;

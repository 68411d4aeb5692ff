/** Policy values of the correspondence interface: the specification's defaults, each with its policy name. */

/** `page-size-default` */
export const pageSizeDefault = 10;
/** `page-size-max` */
export const pageSizeMax = 100;
/** `list-window` */
export const listWindow = 10_000;
/** How many communications are examined for a list of staff who see the customers of some units only. */
export const examinedMax = 50_000;
/** `title-max` */
export const titleMax = 120;
/** `body-text-max` */
export const bodyTextMaxBytes = 100_000;
/** `body-html-max` */
export const bodyHtmlMaxBytes = 500_000;
/** `sms-text-max`: two segments of GSM-7. */
export const smsTextMax = 306;
/** `attachments-max` */
export const attachmentsMax = 10;
/** `attachment-size-max` */
export const attachmentSizeMaxBytes = 10_000_000;
/** `attachments-total-max` */
export const attachmentsTotalMaxBytes = 25_000_000;
/** `content-url-lifetime` */
export const contentUrlLifetimeSeconds = 300;
/** `template-data-max` */
export const templateDataMaxBytes = 1_000_000;
/** `expiry-default` */
export const expiryDefaultDays = 7;
/** `expiry-max` */
export const expiryMaxDays = 90;
/** `delivery-lease` */
export const deliveryLeaseSeconds = 300;
/** `delivery-retries-max` */
export const deliveryRetriesMax = 5;
/** `delivery-retries-otp` */
export const deliveryRetriesOfCodes = 0;
/** `delivery-backoff` */
export const deliveryBackoffMinutes = [1, 5, 15, 60, 240] as const;
/** `status-updates-max` */
export const statusUpdatesMax = 500;
/** `batch-items-max`: all of them are saved in one transaction. */
export const batchItemsMax = 100;
/** Number of messages of a batch up to which they are counted. */
export const batchCountMax = 200_000;
/** `mailbox-span-default` */
export const mailboxSpanDefaultDays = 90;
/** `mailbox-span-max` */
export const mailboxSpanMaxYears = 3;
/** `archive-ids-max` */
export const archiveIdsMax = 500;
/** `mailbox-archive-age` */
export const mailboxArchiveAgeDays = 90;
/** `preferences-max` */
export const preferencesMax = 100;
/** `threshold-max` */
export const thresholdMax = 1_000_000_000_000n;
/** `retention-communication` */
export const retentionCommunicationYears = 2;
/** `retention-statement`, as bank books. */
export const retentionStatementYears = 10;
/** Quiet hours, for messages that can wait: from this hour … */
export const quietFromHour = 22;
/** … to this hour, in the time zone of the bank. */
export const quietUntilHour = 7;
/** The hour at which digests are sent, in the time zone of the bank. */
export const digestHour = 8;
/** How long a code is delivered without a requested expiry; `otp-sms-validity`. */
export const codeExpiryMinutes = 5;

/** What a notice says about restrictions and fraud reports. */
export const noticeWords = [
  'restriction-set',
  'restriction-lifted',
  'restriction-expired',
  'fraud-reported',
] as const;
export type NoticeWord = (typeof noticeWords)[number];

const wordsByEvent: Readonly<Record<string, NoticeWord>> = {
  'restriction-set': 'restriction-set',
  'restriction-lifted': 'restriction-lifted',
  'restriction-expired': 'restriction-expired',
  'suspected-fraud-reported': 'fraud-reported',
};

/** The events about which the customer is notified. */
export const noticedEvents: readonly string[] = Object.keys(wordsByEvent);

/** Courts and estates write to those whom it concerns; the bank must not anticipate them. */
const silentKinds: ReadonlySet<unknown> = new Set(['estate-hold', 'court-order']);

/** Returns what the notice to the customer says about an event; undefined: there is no notice. */
export function noticeOf({
  data,
  name,
}: {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}): NoticeWord | undefined {
  // For the customer nothing has changed.
  const isContinued = data['continuedBy'] !== undefined;
  return isContinued || silentKinds.has(data['kind']) ? undefined : wordsByEvent[name];
}

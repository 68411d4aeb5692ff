import type { DeliveryHarness } from '../harness/delivery-harness.ts';

/** Result of a run, by the journal of the receiving mail server. */
export interface MailVerdict {
  readonly lost: number;
  /** Messages with two ids, or ids with two contents. */
  readonly doubled: number;
  /** Messages sent again with the same id and the same bytes, which every mail store treats as one. */
  readonly repeated: number;
  /** Messages with status sent that did not arrive, or that arrived and have another status. */
  readonly untrue: number;
}

/** A code, and the time of its request. */
export interface SentCode {
  readonly communicationId: string;
  readonly askedAtMs: number;
}

export interface CodeVerdict {
  readonly lost: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export async function verifyMails(
  { instance, mail }: DeliveryHarness,
  ids: readonly string[],
): Promise<MailVerdict> {
  const journal = await mail.journal();
  const byName = Map.groupBy(journal, ({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
  const byRecipient = Map.groupBy(journal, ({ to }) => to.join());
  const rows = await instance.database.query<{ communication_id: string; status: string }>(
    `select communication_id, status from correspondence.communication where medium = 'email'`,
  );
  const statuses = new Map(rows.map(({ communication_id: id, status }) => [id, status]));
  const distinct = (texts: readonly string[]): number => new Set(texts).size;
  const twoContents = [...byName.values()].filter((mails) => distinct(mails.map(({ sha256 }) => sha256)) > 1);
  const twoNames = [...byRecipient.values()].filter(
    (mails) => distinct(mails.map(({ messageId }) => messageId)) > 1,
  );
  return {
    lost: ids.filter((id) => !byName.has(id)).length,
    doubled: twoContents.length + twoNames.length,
    repeated: journal.length - byName.size,
    untrue: ids.filter((id) => (statuses.get(id) === 'sent') !== byName.has(id)).length,
  };
}

export async function verifyCodes(
  { sms }: DeliveryHarness,
  codes: readonly SentCode[],
): Promise<CodeVerdict> {
  const arrivals = new Map((await sms.journal()).map(({ id, receivedAtMs }) => [id, receivedAtMs]));
  const waits = codes
    .flatMap(({ askedAtMs, communicationId }) => {
      const receivedAtMs = arrivals.get(communicationId);
      return receivedAtMs === undefined ? [] : [receivedAtMs - askedAtMs];
    })
    .toSorted((one, other) => one - other);
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Infinity;
  return {
    lost: codes.length - waits.length,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    longestMs: waits.at(-1) ?? Infinity,
  };
}

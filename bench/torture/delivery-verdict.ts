import type { DeliveryHarness } from '../harness/delivery-harness.ts';

/** What the receiving mail server says about a run. */
export interface MailVerdict {
  readonly lost: number;
  /** The same message under two names, or two contents under one name. */
  readonly doubled: number;
  /** Handed over once more under the same name with the same bytes, which every mail store takes for one. */
  readonly repeated: number;
  /** Said to be sent and not there, or there and said to be anything else. */
  readonly untrue: number;
}

/** A code and when it was asked for. */
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

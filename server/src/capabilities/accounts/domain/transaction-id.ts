/** What identifies an entry, before and after it is booked. */
interface IdentifiedEntry {
  readonly entryReference: string;
  readonly pendingReference?: string;
}

/** Returns the id of a transaction. It is that of the pending entry, so that it stays the same when it is booked. */
export function transactionIdOf({ entryReference, pendingReference }: IdentifiedEntry): string {
  return pendingReference ?? entryReference;
}

const idMax = 35;

/** Returns the id of a transaction in at most 35 characters, for cards: a UUID without its hyphens. */
export function shortTransactionIdOf(entry: IdentifiedEntry): string {
  const id = transactionIdOf(entry);
  return id.length <= idMax ? id : id.replaceAll('-', '');
}

const shortUuid = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Returns the references that an id from a third party may stand for, the likeliest first. */
export function referencesOf(id: string): readonly string[] {
  const parts = shortUuid.exec(id)?.slice(1);
  return parts === undefined ? [id] : [id, parts.join('-')];
}

import { Temporal } from 'temporal-polyfill';
import type { NewDocument } from './changes.ts';
import type { Day, IdentificationDocument } from './facts.ts';
import { idNumberKey } from './id-number.ts';
import { idDocumentsMax } from './policy.ts';
import type { RuleContext } from './rule-context.ts';

type Documents = readonly IdentificationDocument[];

/** The expiry date of documents that are valid for life; the day after it cannot be represented. */
const lastDay: Day = '9999-12-31';

/** Documents of this time count, whatever became of them: a limit against misuse, not for a life. */
const recentDays = 365;

export type DocumentRefusal =
  | 'id-document-already-registered'
  | 'id-document-expired'
  | 'id-document-limit-reached';

export type DocumentResult =
  | { readonly kind: 'done'; readonly documents: Documents }
  | { readonly kind: 'refused'; readonly refusal: DocumentRefusal };

/** Adds a document that is valid today; it replaces the valid one of its kind. */
export function addDocument(
  documents: Documents,
  given: NewDocument,
  context: RuleContext & { readonly verifiedBy?: string },
): DocumentResult {
  if (documents.some((document) => isSameDocument(document, given)))
    return { kind: 'refused', refusal: 'id-document-already-registered' };
  if (hasExpired(given, context.today)) return { kind: 'refused', refusal: 'id-document-expired' };
  const kept = withRoom(documents, context);
  if (kept === undefined) return { kind: 'refused', refusal: 'id-document-limit-reached' };
  const added: IdentificationDocument = {
    ...given,
    id: context.nextId(),
    status: 'valid',
    registeredOn: context.now,
    ...(context.verifiedBy === undefined ? {} : { verifiedBy: context.verifiedBy }),
  };
  const earlier = kept.map((document) =>
    document.kind === given.kind && document.status === 'valid'
      ? { ...document, status: 'replaced' as const }
      : document,
  );
  return { kind: 'done', documents: [...earlier, added] };
}

// GAP: what makes room for further documents is not specified. ADR-0158
/**
 * Returns the documents with room for another one: where the record is full, those leave it that are not valid any more
 * and were registered more than a year ago, the oldest first; the history has them. Undefined if there are none.
 */
function withRoom(documents: Documents, { now, today }: RuleContext): Documents | undefined {
  const excess = documents.length + 1 - idDocumentsMax;
  if (excess <= 0) return documents;
  const since = Temporal.Instant.from(now).subtract({ hours: recentDays * 24 }).epochMilliseconds;
  const left = asOfToday(documents, today)
    .filter(
      ({ registeredOn, status }) =>
        status !== 'valid' && Temporal.Instant.from(registeredOn).epochMilliseconds < since,
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, excess)
    .map(({ id }) => id);
  return left.length < excess ? undefined : documents.filter(({ id }) => !left.includes(id));
}

/** Returns the documents as of a day: an expired one is no longer valid, even if its stored status says so. */
export function asOfToday(documents: Documents, today: Day): Documents {
  return documents.map((document) =>
    document.status === 'valid' && hasExpired(document, today)
      ? { ...document, status: 'expired' }
      : document,
  );
}

/**
 * Returns the day on which the next valid document has expired: today, if one has but its status was not updated yet.
 * Documents without an expiry date, or with the last possible one, never expire.
 */
export function nextExpiryDay(documents: Documents, today: Day): Day | undefined {
  const last = documents
    .filter((document) => document.status === 'valid')
    .flatMap(({ expiryDate }) => (expiryDate === undefined || expiryDate === lastDay ? [] : [expiryDate]))
    .toSorted()[0];
  if (last === undefined) return undefined;
  return last < today ? today : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
}

/** Sorts documents, newest first. */
export function newestFirst(documents: Documents): Documents {
  return documents.toSorted((left, right) => (left.id > right.id ? -1 : 1));
}

/** A document is still valid on its expiry date. */
function hasExpired({ expiryDate }: { readonly expiryDate?: Day }, today: Day): boolean {
  return expiryDate !== undefined && expiryDate < today;
}

function isSameDocument(left: NewDocument, right: NewDocument): boolean {
  return (
    left.kind === right.kind &&
    left.issuingCountry === right.issuingCountry &&
    idNumberKey(left.documentNumber.toUpperCase()) === idNumberKey(right.documentNumber.toUpperCase())
  );
}

import { Temporal } from 'temporal-polyfill';
import type { NewDocument } from './changes.ts';
import type { Day, IdentificationDocument } from './facts.ts';
import { idNumberKey } from './id-number.ts';
import { idDocumentsMax } from './policy.ts';
import type { RuleContext } from './rule-context.ts';

type Documents = readonly IdentificationDocument[];

/** Of documents that are valid for life; the day after it is no day as we write them. */
const lastDay: Day = '9999-12-31';

export type DocumentRefusal =
  | 'id-document-already-registered'
  | 'id-document-expired'
  | 'id-document-limit-reached';

export type Documented =
  | { readonly kind: 'done'; readonly documents: Documents }
  | { readonly kind: 'refused'; readonly refusal: DocumentRefusal };

/** Adds a document that is valid today; the valid one of its kind is replaced by it. */
export function addDocument(
  documents: Documents,
  given: NewDocument,
  context: RuleContext & { readonly verifiedBy?: string },
): Documented {
  if (documents.some((document) => isSameDocument(document, given)))
    return { kind: 'refused', refusal: 'id-document-already-registered' };
  if (hasExpired(given, context.today)) return { kind: 'refused', refusal: 'id-document-expired' };
  if (documents.length >= idDocumentsMax) return { kind: 'refused', refusal: 'id-document-limit-reached' };
  const added: IdentificationDocument = {
    ...given,
    id: context.nextId(),
    status: 'valid',
    registeredOn: context.now,
    ...(context.verifiedBy === undefined ? {} : { verifiedBy: context.verifiedBy }),
  };
  const earlier = documents.map((document) =>
    document.kind === given.kind && document.status === 'valid'
      ? { ...document, status: 'replaced' as const }
      : document,
  );
  return { kind: 'done', documents: [...earlier, added] };
}

/** Documents as they are on a day: what has run out is no longer valid, whoever has noticed. */
export function asOfToday(documents: Documents, today: Day): Documents {
  return documents.map((document) =>
    document.status === 'valid' && hasExpired(document, today)
      ? { ...document, status: 'expired' }
      : document,
  );
}

/**
 * The day on which the next valid document has run out: today, if one has and nobody has noticed yet. Those without
 * a last day, or with the last day there is, never run out.
 */
export function nextExpiryDay(documents: Documents, today: Day): Day | undefined {
  const last = documents
    .filter((document) => document.status === 'valid')
    .flatMap(({ expiryDate }) => (expiryDate === undefined || expiryDate === lastDay ? [] : [expiryDate]))
    .toSorted()[0];
  if (last === undefined) return undefined;
  return last < today ? today : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
}

/** The newest first. */
export function newestFirst(documents: Documents): Documents {
  return documents.toSorted((left, right) => (left.id > right.id ? -1 : 1));
}

/** Valid on its last day. */
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

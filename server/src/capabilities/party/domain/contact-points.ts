import { Temporal } from 'temporal-polyfill';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { ContactPointChange, NewContactPoint } from './changes.ts';
import { changedPreference } from './contact-preference.ts';
import { normalizeHandle } from './electronic-address.ts';
import { canonical } from './fact-map.ts';
import type { ContactAddress, ContactPoint, Day } from './facts.ts';
import { contactUsages } from './literals.ts';
import { contactPointsMax } from './policy.ts';
import { labelOf } from './postal-address.ts';
import type { RuleContext } from './rule-context.ts';

type Points = readonly ContactPoint[];

/** The day after it cannot be represented. */
const lastDay: Day = '9999-12-31';
type ContactContext = RuleContext & { readonly hasOpenProduct: boolean };

/** Why a contact point is rejected. */
export type ContactRefusal =
  | 'contact-point-already-registered'
  | 'contact-point-limit-reached'
  | 'preference-not-changeable';

export type ContactPointResult =
  | { readonly kind: 'done'; readonly points: Points; readonly id: string }
  /** The end is missing, or is before the start. */
  | { readonly kind: 'endless' | 'reversed' }
  | { readonly kind: 'refused'; readonly refusal: ContactRefusal };

/** Adds a contact point. The first of its method becomes primary; a new primary one replaces the old one as primary. */
export function addContactPoint(
  points: Points,
  requested: NewContactPoint,
  context: ContactContext,
): ContactPointResult {
  const { today } = context;
  const live = points.filter((point) => !isOver(point, today));
  const usage =
    requested.usage ??
    (live.some(({ method, usage: used }) => method === requested.method && used === 'primary')
      ? 'other'
      : 'primary');
  if (
    live.some(
      (point) =>
        point.method === requested.method &&
        point.usage === usage &&
        isSameAddress(point.address, requested.address),
    )
  )
    return refused('contact-point-already-registered');
  if (live.length >= contactPointsMax) return refused('contact-point-limit-reached');
  const preference =
    requested.preference === undefined
      ? undefined
      : changedPreference(undefined, requested.preference, context);
  if (preference === 'preference-not-changeable') return refused(preference);
  const id = context.nextId();
  const added: ContactPoint = {
    id,
    method: requested.method,
    usage,
    address: requested.address,
    ...(preference === undefined ? {} : { preference }),
    ...(requested.validFrom === undefined ? {} : { validFrom: requested.validFrom }),
    ...(requested.validUntil === undefined ? {} : { validUntil: requested.validUntil }),
    isVerified: false,
  };
  return { kind: 'done', id, points: inOrder(withEnds([...yielding(points, added), added], today)) };
}

/** Changes an existing contact point. A new address must be verified again. */
export function changeContactPoint(
  points: Points,
  current: ContactPoint,
  { change, context }: { readonly change: ContactPointChange; readonly context: ContactContext },
): ContactPointResult {
  const { address, preference: preferenceChange, usage, validFrom, validUntil } = change;
  const preference =
    preferenceChange === undefined
      ? current.preference
      : changedPreference(current.preference, preferenceChange, context);
  if (preference === 'preference-not-changeable') return refused(preference);
  const isOtherAddress = address !== undefined && !isSameAddress(address, current.address);
  const after: ContactPoint = {
    id: current.id,
    method: current.method,
    usage: usage ?? current.usage,
    address: address ?? current.address,
    ...(preference === undefined ? {} : { preference }),
    ...dayOf('validFrom', validFrom, current.validFrom),
    ...dayOf('validUntil', validUntil, current.validUntil),
    isVerified: current.isVerified && !isOtherAddress,
  };
  const error = errorInPeriod(after);
  if (error !== undefined) return { kind: error };
  const others = points.filter(({ id }) => id !== current.id);
  const { today } = context;
  if (others.some((point) => isTwin(point, after, today))) return refused('contact-point-already-registered');
  return {
    kind: 'done',
    id: current.id,
    points: inOrder(withEnds([...yielding(others, after), after], today)),
  };
}

/** Validates the period that results from the change and the stored values; a temporary contact point needs an end. */
function errorInPeriod({ usage, validFrom, validUntil }: ContactPoint): 'endless' | 'reversed' | undefined {
  if (validUntil === undefined) return usage === 'temporary' ? 'endless' : undefined;
  return validFrom !== undefined && validUntil < validFrom ? 'reversed' : undefined;
}

/**
 * Returns the points with a mark on those whose last day is over. Of those the latest stay, as many as there may be
 * others; the history has them all.
 */
export function withEnds(points: Points, today: Day): Points {
  const over = points.filter((point) => isOver(point, today));
  const left = new Set(
    over
      .toSorted((one, other) => ((one.validUntil ?? '') < (other.validUntil ?? '') ? 1 : -1))
      .slice(contactPointsMax)
      .map(({ id }) => id),
  );
  return points.filter(({ id }) => !left.has(id)).map((point) => marked(point, today));
}

function marked(point: ContactPoint, today: Day): ContactPoint {
  const { hasEnded: _, ...plain } = point;
  return isOver(point, today) ? { ...plain, hasEnded: true } : plain;
}

/** Returns the day on which the next contact point has ended. */
export function nextContactEnd(points: Points): Day | undefined {
  const last = points
    .filter(({ hasEnded }) => hasEnded !== true)
    .flatMap(({ validUntil }) => (validUntil === undefined || validUntil === lastDay ? [] : [validUntil]))
    .toSorted()[0];
  return last === undefined ? undefined : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
}

function isOver({ validUntil }: ContactPoint, today: Day): boolean {
  return validUntil !== undefined && validUntil < today;
}

/** Returns whether a contact point is valid on a day. */
export function isCurrent({ validFrom, validUntil }: ContactPoint, today: Day): boolean {
  return (validFrom === undefined || validFrom <= today) && (validUntil === undefined || validUntil >= today);
}

/** Sorts by primary first, then by usage in the order of the list, then by age. */
export function sortedForReading(points: Points): Points {
  const rank = ({ usage }: ContactPoint): number => contactUsages.indexOf(usage);
  return points.toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));
}

/** Returns the key by which addresses are compared: two spellings of the same address have the same key. */
export function addressKey(address: ContactAddress): string {
  switch (address.kind) {
    case 'phone':
      return `phone ${address.number} ${address.extension ?? ''}`;
    case 'email':
      return `email ${normalizeEmail(address.value)?.key ?? address.value}`;
    case 'web':
      return `web ${address.value}`;
    case 'social':
      return `social ${address.provider.toLowerCase()}:${normalizeHandle(address.value)}`;
    case 'postal': {
      const { coordinates: _, label: __, ...written } = address;
      return `postal ${canonical(written)} ${labelOf(address)}`.toLowerCase();
    }
  }
}

function isSameAddress(left: ContactAddress, right: ContactAddress): boolean {
  return addressKey(left) === addressKey(right);
}

/** Two points may be equal if one of them is over. */
function isTwin(left: ContactPoint, right: ContactPoint, today: Day): boolean {
  return (
    !isOver(left, today) &&
    !isOver(right, today) &&
    left.method === right.method &&
    left.usage === right.usage &&
    isSameAddress(left.address, right.address)
  );
}

/** Makes the earlier primary point of the method an ordinary one: there is one primary point per method. */
function yielding(points: Points, arriving: ContactPoint): Points {
  if (arriving.usage !== 'primary') return points;
  return points.map((point) =>
    point.method === arriving.method && point.usage === 'primary' && point.id !== arriving.id
      ? { ...point, usage: 'other' as const }
      : point,
  );
}

/** Sorts by id, which contains the time: this is the order of registration. */
function inOrder(points: Points): Points {
  return points.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function dayOf<Name extends 'validFrom' | 'validUntil'>(
  name: Name,
  requested: Day | null | undefined,
  current: Day | undefined,
): { readonly [Key in Name]?: Day } {
  const day = requested === undefined ? current : (requested ?? undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a computed name loses its literal type
  return (day === undefined ? {} : { [name]: day }) as { readonly [Key in Name]?: Day };
}

function refused(refusal: ContactRefusal): ContactPointResult {
  return { kind: 'refused', refusal };
}

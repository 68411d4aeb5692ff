import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { ContactPointChange, NewContactPoint } from './changes.ts';
import { wishedPreference } from './contact-preference.ts';
import { normalizeHandle } from './electronic-address.ts';
import { canonical } from './fact-map.ts';
import type { ContactAddress, ContactPoint, Day } from './facts.ts';
import { contactUsages } from './literals.ts';
import { contactPointsMax } from './policy.ts';
import { labelOf } from './postal-address.ts';
import type { RuleContext } from './rule-context.ts';

type Points = readonly ContactPoint[];
type ContactContext = RuleContext & { readonly hasOpenProduct: boolean };

/** What keeps a contact point from being as wished. */
export type ContactRefusal =
  | 'contact-point-already-registered'
  | 'contact-point-limit-reached'
  | 'preference-not-changeable';

export type Contacted =
  | { readonly kind: 'done'; readonly points: Points; readonly id: string }
  /** The end is missing, or lies before the beginning. */
  | { readonly kind: 'endless' | 'reversed' }
  | { readonly kind: 'refused'; readonly refusal: ContactRefusal };

/** Adds a contact point. The first of its method is the primary one, and a new primary one takes the old one's place. */
export function addContactPoint(points: Points, wished: NewContactPoint, context: ContactContext): Contacted {
  const usage =
    wished.usage ??
    (points.some(({ method, usage: used }) => method === wished.method && used === 'primary')
      ? 'other'
      : 'primary');
  if (
    points.some(
      (point) =>
        point.method === wished.method &&
        point.usage === usage &&
        isSameAddress(point.address, wished.address),
    )
  )
    return refused('contact-point-already-registered');
  if (points.length >= contactPointsMax) return refused('contact-point-limit-reached');
  const preference =
    wished.preference === undefined ? undefined : wishedPreference(undefined, wished.preference, context);
  if (preference === 'preference-not-changeable') return refused(preference);
  const id = context.nextId();
  const added: ContactPoint = {
    id,
    method: wished.method,
    usage,
    address: wished.address,
    ...(preference === undefined ? {} : { preference }),
    ...(wished.validFrom === undefined ? {} : { validFrom: wished.validFrom }),
    ...(wished.validUntil === undefined ? {} : { validUntil: wished.validUntil }),
    isVerified: false,
  };
  return { kind: 'done', id, points: inOrder([...yielding(points, added), added]) };
}

/** Changes a contact point that is there. Another address has to be verified anew. */
export function changeContactPoint(
  points: Points,
  current: ContactPoint,
  { change, context: context }: { readonly change: ContactPointChange; readonly context: ContactContext },
): Contacted {
  const { address, preference: wish, usage, validFrom, validUntil } = change;
  const preference =
    wish === undefined ? current.preference : wishedPreference(current.preference, wish, context);
  if (preference === 'preference-not-changeable') return refused(preference);
  const isMoved = address !== undefined && !isSameAddress(address, current.address);
  const after: ContactPoint = {
    id: current.id,
    method: current.method,
    usage: usage ?? current.usage,
    address: address ?? current.address,
    ...(preference === undefined ? {} : { preference }),
    ...dayOf('validFrom', validFrom, current.validFrom),
    ...dayOf('validUntil', validUntil, current.validUntil),
    isVerified: current.isVerified && !isMoved,
  };
  const fault = faultInPeriod(after);
  if (fault !== undefined) return { kind: fault };
  const others = points.filter(({ id }) => id !== current.id);
  if (others.some((point) => isTwin(point, after))) return refused('contact-point-already-registered');
  return { kind: 'done', id: current.id, points: inOrder([...yielding(others, after), after]) };
}

/** What was sent and what was there together make the period; what is temporary has an end. */
function faultInPeriod({ usage, validFrom, validUntil }: ContactPoint): 'endless' | 'reversed' | undefined {
  if (validUntil === undefined) return usage === 'temporary' ? 'endless' : undefined;
  return validFrom !== undefined && validUntil < validFrom ? 'reversed' : undefined;
}

/** Whether a contact point holds on a day. */
export function isCurrent({ validFrom, validUntil }: ContactPoint, today: Day): boolean {
  return (validFrom === undefined || validFrom <= today) && (validUntil === undefined || validUntil >= today);
}

/** The primary ones first, then by usage in the order of the list, then by age. */
export function sortedForReading(points: Points): Points {
  const rank = ({ usage }: ContactPoint): number => contactUsages.indexOf(usage);
  return points.toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));
}

/** What an address is compared by: the same place in another spelling is the same place. */
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

function isTwin(left: ContactPoint, right: ContactPoint): boolean {
  return (
    left.method === right.method && left.usage === right.usage && isSameAddress(left.address, right.address)
  );
}

/** There is one primary point per method; the earlier one steps back. */
function yielding(points: Points, arriving: ContactPoint): Points {
  if (arriving.usage !== 'primary') return points;
  return points.map((point) =>
    point.method === arriving.method && point.usage === 'primary' && point.id !== arriving.id
      ? { ...point, usage: 'other' as const }
      : point,
  );
}

/** Ids carry their time, so this is the order in which they were registered. */
function inOrder(points: Points): Points {
  return points.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function dayOf<Name extends 'validFrom' | 'validUntil'>(
  name: Name,
  wished: Day | null | undefined,
  current: Day | undefined,
): { readonly [Key in Name]?: Day } {
  const day = wished === undefined ? current : (wished ?? undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a computed name loses its literal type
  return (day === undefined ? {} : { [name]: day }) as { readonly [Key in Name]?: Day };
}

function refused(refusal: ContactRefusal): Contacted {
  return { kind: 'refused', refusal };
}

import { type RawBuilder, sql } from 'kysely';
import type { Caller, Customer, Delegate } from '#platform/auth/caller.ts';
import type { Day } from '../domain/facts.ts';

/**
 * The parties a caller may see and change. Part of every statement that looks up a party, so that a foreign party is
 * indistinguishable from an unknown one.
 */
export interface PartyVisibility {
  readonly reach: 'all' | 'units' | 'own' | 'none';
  /** The unit whose tree an employee works in. */
  readonly unit: string | null;
  /** The customer, and the organization it acts for. */
  readonly own: readonly string[];
  /** The customer whose mandates count. */
  readonly proxy: string | null;
}

const all: PartyVisibility = { reach: 'all', unit: null, own: [], proxy: null };
const none: PartyVisibility = { ...all, reach: 'none' };

/** SPEC channel interfaces 1.5, object rule. */
export function visibilityOf(caller: Caller): PartyVisibility {
  switch (caller.kind) {
    case 'application':
    case 'system':
      return all;
    case 'employee':
      if (caller.roles.has('party.all-units')) return all;
      return caller.unit === undefined ? none : { ...all, reach: 'units', unit: caller.unit };
    case 'customer':
    case 'delegate':
      return ownOf(caller);
    case 'tpp':
    case 'anonymous':
      return none;
  }
}

function ownOf({ actingFor, customerNumber }: Customer | Delegate): PartyVisibility {
  const own = [customerNumber, actingFor].filter((number) => number !== undefined);
  return { reach: 'own', unit: null, own, proxy: customerNumber ?? null };
}

/** Slots of a statement with a visibility condition. */
export interface VisibilitySlots {
  readonly reach: RawBuilder<string>;
  readonly unit: RawBuilder<string | null>;
  readonly own: RawBuilder<readonly string[]>;
  readonly proxy: RawBuilder<string | null>;
  readonly today: RawBuilder<Day>;
}

/** Returns the condition on a party with the alias `party`. A mandate may name its proxy on either side. */
export function isWithin({ own, proxy, reach, today, unit }: VisibilitySlots): RawBuilder<boolean> {
  return sql<boolean>`(case ${reach}::text
    when 'all' then true
    when 'units' then party.servicing_unit = any (party.unit_tree(${unit}::text))
    when 'own' then party.party_number = any (${own}::text[]) or exists (
      select from party.party_relationship mandate
       where mandate.bank_id = party.bank_id and mandate.superseded_at is null and mandate.kind = 'mandate'
         and mandate.valid_from <= ${today}::date
         and (mandate.valid_until is null or mandate.valid_until >= ${today}::date)
         and ((mandate.role = 'principal' and mandate.from_party = party.party_number
               and mandate.to_party = ${proxy}::text)
           or (mandate.role = 'proxy' and mandate.to_party = party.party_number
               and mandate.from_party = ${proxy}::text)))
    else false end)`;
}

/**
 * Returns a query for the numbers of the parties that a customer sees. For lists: `isWithin` would be evaluated for every
 * party of the bank.
 */
export function numbersOfOwn(
  bankId: string,
  { own, proxy }: PartyVisibility,
  today: Day,
): RawBuilder<string> {
  const mandates = (principal: string, role: 'principal' | 'proxy', customer: string): RawBuilder<unknown> =>
    sql`select mandate.${sql.ref(principal)} from party.party_relationship mandate
         where mandate.bank_id = ${bankId} and mandate.${sql.ref(customer)} = ${proxy}::text
           and mandate.superseded_at is null and mandate.kind = 'mandate' and mandate.role = ${sql.lit(role)}
           and mandate.valid_from <= ${today}::date
           and (mandate.valid_until is null or mandate.valid_until >= ${today}::date)`;
  return sql<string>`select unnest(${own}::text[])
    union ${mandates('from_party', 'principal', 'to_party')}
    union ${mandates('to_party', 'proxy', 'from_party')}`;
}

import type { Context } from '#platform/work/context.ts';
import type { Day } from '../../domain/facts.ts';
import { asOfToday } from '../../domain/identification-documents.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { type DuePosition, listDueRows } from '../../store/due-documents.read.ts';
import { openWhole } from '../../store/party-rows.ts';

/** A valid document that expires soon. */
export interface ExpiringDocument {
  readonly customerNumber: string;
  readonly documentId: string;
  readonly expiryDate: Day;
}

/** A page of parties that were looked at, in the order of the index. */
export interface ExpiringPage {
  readonly documents: readonly ExpiringDocument[];
  /** Where the next page starts; absent after the last. */
  readonly next: DuePosition | undefined;
}

/**
 * Lists customers' documents that expire until a day. A party is due on the day after its next document expires, or
 * earlier, so an index finds all of them without reading the other parties.
 */
export async function listExpiringDocuments(
  ctx: Context & PartyPorts,
  { after, listMax, until }: { readonly until: Day; readonly after?: DuePosition; readonly listMax: number },
): Promise<ExpiringPage> {
  const { bankId, db, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, '');
  const rows = await listDueRows(db, { bankId, until, limit: listMax, after });
  const documents = rows.flatMap((row) => {
    const party = openWhole(partyVault, row)?.party;
    if (party === undefined || party.personal.life === 'deceased') return [];
    return asOfToday(party.sensitive.documents, today)
      .filter(({ status }) => status === 'valid')
      .flatMap(({ expiryDate, id }) =>
        expiryDate === undefined || expiryDate >= until
          ? []
          : [{ customerNumber: party.partyNumber, documentId: id, expiryDate }],
      );
  });
  const last = rows.length < listMax ? undefined : rows.at(-1);
  const next = last?.due_on && { dueOn: last.due_on.toString(), partyNumber: last.party_number };
  return { documents, next: next ?? undefined };
}

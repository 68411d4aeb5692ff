import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { asOfToday } from '../../domain/identification-documents.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listDueNumbers } from '../../store/due-parties.read.ts';

const batch = 200;

/** Applies changes that were recorded for a future day when that day has come, and expires documents. Idempotent. */
export async function applyDueChanges(ctx: Context & PartyPorts): Promise<number> {
  const { today } = ruleContextOf(ctx, '');
  const rows = await openRowWork(ctx, 'apply-due-changes');
  const scope = { bankId: ctx.bankId, today, limit: batch, except: rows.waiting() };
  const numbers = await listDueNumbers(ctx.db, scope);
  return rows.forEach({ keys: numbers, areAll: numbers.length < batch }, (partyNumber) =>
    applyUnlessGone(ctx, partyNumber, today),
  );
}

async function applyUnlessGone(ctx: Context & PartyPorts, partyNumber: string, today: string): Promise<void> {
  try {
    await applyDueChange(ctx, partyNumber, today);
    // The party was erased or merged meanwhile: its recorded changes no longer apply.
  } catch (error) {
    if (!(error instanceof Problem && error.literal === standardProblems.gone.literal)) throw error;
  }
}

/** Saves the party as its history has it today; the only change this command makes itself is to expire documents. */
async function applyDueChange(ctx: Context & PartyPorts, partyNumber: string, today: string): Promise<void> {
  return changeParty(ctx, { partyNumber, deceased: 'allowed' }, (party) => {
    const { personal, sensitive } = party;
    const documents = asOfToday(sensitive.documents, today);
    const expired = documents.filter(
      (document, index) => document.status !== sensitive.documents[index]?.status,
    );
    return {
      facts: { personal, sensitive: { ...sensitive, documents } },
      events: expired.map(({ id }) => partyEvent('documentExpired', party, id)),
    };
  });
}

import { hash } from 'node:crypto';
import type { Context } from '#platform/work/context.ts';
import { duplicateExplanations } from '../domain/duplicates.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import type { Suspicion } from './find-duplicates.ts';

const overrideHours = 24;
const millisecondsPerHour = 3_600_000;
const purpose = 'duplicate-override';

/**
 * Refuses who looks like somebody else, and says why without naming anybody. Staff who have looked send the token back;
 * it holds for this suspicion only, so that another lookalike found meanwhile is judged anew.
 */
export function evaluateDuplicates(
  ctx: Context & PartyPorts,
  suspicion: Suspicion | undefined,
  override: string | undefined,
): void {
  if (suspicion === undefined) return;
  const { bankId, caller, clock, partyVault } = ctx;
  const nowHour = Math.floor(clock.now().epochMilliseconds / millisecondsPerHour);
  const suspects = hash('sha256', suspicion.partyNumbers.join(' '), 'base64url');
  const textAt = (hour: string): string => `${hour} ${suspects}`;
  if (override !== undefined && caller.kind === 'employee') {
    const [hour = '', mark = ''] = override.split('.');
    const ageHours = nowHour - Number.parseInt(hour, 36);
    const isFresh = ageHours >= 0 && ageHours <= overrideHours;
    if (isFresh && partyVault.isMark(mark, { bankId, purpose, text: textAt(hour) })) return;
  }
  const hour = nowHour.toString(36);
  throw problems['duplicate-party-suspected']({
    details: {
      token: `${hour}.${partyVault.mark(bankId, purpose, textAt(hour))}`,
      matches: suspicion.partyNumbers.length,
      reasons: suspicion.reasons.map((rule) => ({ rule, explanation: duplicateExplanations[rule] })),
    },
  });
}

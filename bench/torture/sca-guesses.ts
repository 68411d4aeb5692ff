import type { ScaTestApp } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { type Figure, table } from '../harness/report.ts';
import { tally, wrongOf } from './guesses-harness.ts';
import { createSigners, inLanes, type OpenApproval, openEmbedded, signaturesOf } from './sca-approvals.ts';

/** Open connections; each sends one guess after the other. */
const connections = 100;
const attemptsMax = 5;
/** The answer to a code that was compared and is wrong. */
const compared = '401 PSU_CREDENTIALS_INVALID';
/** The answer when the authorisation has ended. */
const ended = '409 STATUS_INVALID';
/** The answer when the third party sends more than its bank allows; before anything of the authorisation is read. */
const limited = '429 SERVICE_BLOCKED';
/** After the fifth wrong code, one in this many guesses is the right one. */
const rightEvery = 10;

/**
 * Guesses at one code over parallel connections. Five are compared; the right code, which is among the later guesses,
 * is refused like the others, and nothing is signed.
 */
export async function guessOneCode(app: ScaTestApp, guesses: number): Promise<readonly Figure[]> {
  app.choose({ approaches: ['EMBEDDED'] });
  const [signer] = await createSigners(app, 1);
  if (signer === undefined) throw new Error('no signer');
  const approval = await openEmbedded(app, signer);
  const responses: string[] = [];
  const isOver = (): boolean => responses.filter((one) => one === compared).length >= attemptsMax;
  let right = 0;
  await inLanes(connections, guesses, async (index) => {
    const isRight = index % rightEvery === 0 && isOver();
    right += isRight ? 1 : 0;
    responses.push(await approval.enter(isRight ? approval.code : wrongOf(approval.code)));
  });
  const last = await approval.enter(approval.code);
  const counts = tally([...responses, last]);
  console.log(table(['response to a guess', 'guesses'], [...counts]));
  const stored = await storedOf(app, approval);
  const allowed = [compared, ended, limited];
  const others = [...counts].filter(([response]) => !allowed.includes(response));
  const isFive = stored.attempts === attemptsMax && counts.get(compared) === attemptsMax;
  return [
    {
      name: `guesses at one code that were compared, of ${guesses} over ${connections} connections`,
      figure: `${stored.attempts} counted, ${counts.get(compared) ?? 0} answered as wrong`,
      goal: `${attemptsMax}`,
      isReached: isFive && stored.wrongCodes === attemptsMax,
    },
    {
      name: 'responses other than "has ended" and "too many requests"; right codes among the guesses',
      figure: `${others.length}; ${right}`,
      goal: '0; more than 0',
      isReached: others.length === 0 && right > 0,
    },
    {
      name: 'signatures and moves after the guesses',
      figure: `${stored.signatures}, ${stored.moves}`,
      goal: '0, 0',
      isReached: stored.signatures === 0 && stored.moves === 0,
    },
  ];
}

async function storedOf(
  app: ScaTestApp,
  { authorisationId, subject }: OpenApproval,
): Promise<{ attempts: number; wrongCodes: number; signatures: number; moves: number }> {
  const { database } = app.identity;
  const [row] = await database.query<{ attempts: number; wrong_codes: number }>(
    `select wrong_codes, (select sum(attempts)::int from "authorization".otp_verification v
        where v.client_id like '%' || $1::text || '%') as attempts
       from sca.authorisation where authorisation_id = $1::uuid`,
    [authorisationId],
  );
  const { moves } = await outcomeOf(database, subject);
  const signatures = (await signaturesOf(app, subject)).length;
  return { attempts: row?.attempts ?? -1, wrongCodes: row?.wrong_codes ?? -1, signatures, moves };
}

import { type ScaTestApp, shortly } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { createSigners, openOnPage, type Signer, signaturesOf } from './sca-approvals.ts';

const usesAtOnce = 50;
const refusal = '409 STATUS_INVALID';

/** Uses one confirmation code many times at once: it signs once, and every other use is refused. */
export async function confirmAtOnce(app: ScaTestApp, rounds: number): Promise<readonly Figure[]> {
  app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
  const counts = new Map<string, number>();
  const show = progress('confirmations', rounds);
  let wrong = 0;
  for (const [round, signer] of (await createSigners(app, rounds)).entries()) {
    const { isRight, responses } = await confirmRound(app, signer);
    for (const response of responses) counts.set(response, (counts.get(response) ?? 0) + 1);
    wrong += isRight ? 0 : 1;
    app.identity.clock.advance({ hours: 1 });
    show(round + 1);
  }
  console.log(table(['response to a confirmation', 'uses'], [...counts]));
  return [
    {
      name: `confirmation codes used ${usesAtOnce} times at once, without exactly one success, of ${rounds}`,
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0,
    },
  ];
}

async function confirmRound(
  app: ScaTestApp,
  signer: Signer,
): Promise<{ readonly isRight: boolean; readonly responses: readonly string[] }> {
  const { code, enter, path, subject } = await openOnPage(app, signer);
  const back = new URL(await enter(code));
  const confirmationCode = back.searchParams.get('confirmationCode');
  const before = await outcomeOf(app.identity.database, subject);
  const responses = await Promise.all(
    Array.from({ length: usesAtOnce }, async () =>
      shortly(await app.send({ method: 'PUT', path, body: { confirmationCode } })),
    ),
  );
  const after = await outcomeOf(app.identity.database, subject);
  const signatures = await signaturesOf(app, subject);
  return {
    responses,
    isRight:
      responses.filter((one) => one === '200 finalised').length === 1 &&
      responses.filter((one) => one === refusal).length === usesAtOnce - 1 &&
      before.moves === 0 &&
      after.moves === 1 &&
      after.state === 'done' &&
      signatures.length === 1,
  };
}

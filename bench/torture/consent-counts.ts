import { setTimeout as wait } from 'node:timers/promises';
import { type ConsentApi, type ConsentBank, giveConsent, type Holder } from '../harness/consent-bank.ts';
import { type Figure, table } from '../harness/report.ts';

/** A scenario: its figures, and how many outcomes were wrong. */
export interface ConsentVerdict {
  readonly wrong: number;
  readonly figures: readonly Figure[];
}

const readsAtOnce = 100;
const readsAllowed = 4;
const retryMs = 50;

/** Reads the list of accounts many times at once without the customer, half through each process. */
export async function countAtOnce(
  { apis, bank: { instance } }: ConsentBank,
  holder: Holder,
): Promise<ConsentVerdict> {
  const consentId = await giveConsent(apis[0], instance, holder);
  const statuses = await Promise.all(
    Array.from({ length: readsAtOnce }, async (_, index) => {
      return readList(apis[index % 2 === 0 ? 0 : 1], consentId);
    }),
  );
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  const [answered, refused] = [count(200), count(429)];
  console.log(table(['reads at once', 'answered', 'refused'], [[readsAtOnce, answered, refused]]));
  return {
    wrong: Math.abs(answered - readsAllowed) + (readsAtOnce - answered - refused),
    figures: [
      {
        name: `of ${readsAtOnce} parallel reads without the customer through two processes answered; refused with 429`,
        figure: `${answered}; ${refused}`,
        goal: `${readsAllowed}; ${readsAtOnce - readsAllowed}`,
        isReached: answered === readsAllowed && refused === readsAtOnce - readsAllowed,
      },
    ],
  };
}

/** Repeats a read that a process refuses because it has too many: such a read counts nothing. */
async function readList(api: ConsentApi, consentId: string): Promise<number> {
  const headers = { 'Consent-ID': consentId };
  for (;;) {
    const { status } = await api.send({ method: 'GET', path: '/v1/accounts', headers });
    if (status !== 503) return status;
    await wait(retryMs);
  }
}

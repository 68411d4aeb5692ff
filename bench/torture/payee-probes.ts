import { setTimeout as wait } from 'node:timers/promises';
import { germanIban } from '../../server/src/platform/testing/german-iban.ts';
import type { ConsentApi, ConsentBank } from '../harness/consent-bank.ts';
import type { Figure } from '../harness/report.ts';

const clients = 50;
const namesAllowed = 10;
const perSecond = 20;
const retryMs = 50;
const firstAccount = 900_000;

/** Lets 50 clients give different names for one account at once, half of them to each process. */
export async function probeAtOnce(
  { apis }: Pick<ConsentBank, 'apis'>,
  accounts: number,
): Promise<readonly Figure[]> {
  const answered: number[] = [];
  const refused: number[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const iban = germanIban(firstAccount + account);
    // Until a client has given every name once: the limit of a second refuses most of the first ones.
    let names = Array.from({ length: clients }, (_, number) => `Probe${'x'.repeat(number)} Number ${number}`);
    let [ok, blocked] = [0, 0];
    for (let round = 0; round < 5; round += 1) {
      const statuses = await Promise.all(
        names.map((name, index) => verify(apis[index % 2 === 0 ? 0 : 1], iban, name)),
      );
      ok += statuses.filter((status) => status === 200).length;
      blocked += statuses.filter((status) => status === 429).length;
      names = names.filter((_, index) => statuses[index] !== 200);
      await wait(1_000);
    }
    answered.push(ok);
    refused.push(blocked);
  }
  const firstSecond = secondOf(Date.now());
  const burst = await Promise.all(
    Array.from({ length: clients * 4 }, (_, index) =>
      verify(apis[index % 2 === 0 ? 0 : 1], germanIban(firstAccount + 1_000 + index), 'Anna Schmidt'),
    ),
  );
  const passed = burst.filter((status) => status === 200).length;
  // The limit counts by the seconds of the clock: a short burst may touch two of them.
  const burstSeconds = secondOf(Date.now()) - firstSecond + 1;
  return [
    {
      name: `${accounts} accounts, ${clients} clients at once through two processes: names answered for one account, fewest and most; refused`,
      figure: `${Math.min(...answered)}, ${Math.max(...answered)}; ${refused.reduce((sum, one) => sum + one, 0)}`,
      goal: `${namesAllowed}, ${namesAllowed}; more than 0`,
      isReached: answered.every((count) => count === namesAllowed) && refused.every((count) => count > 0),
    },
    {
      name: `${burst.length} verifications at once through two processes: answered`,
      figure: `${passed} in ${burstSeconds} seconds of the clock`,
      goal: `at most ${perSecond} a second`,
      isReached: passed > 0 && passed <= perSecond * burstSeconds,
    },
  ];
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1_000);
}

/** Repeats a request that a process refuses because it has too many: such a request counts nothing. */
async function verify({ send }: ConsentApi, iban: string, name: string): Promise<number> {
  for (;;) {
    const { status } = await send({
      method: 'POST',
      path: '/v1/payee-verifications',
      body: { partyAccount: { iban }, party: { name } },
    });
    if (status !== 503) return status;
    await wait(retryMs);
  }
}

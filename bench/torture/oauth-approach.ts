import { setTimeout as wait } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { killPostgres } from '../harness/kill-postgres.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { keepAliveAgent } from '../harness/sign-in-browser.ts';
import {
  emptyOauthTally,
  killSteps,
  type OauthJourneys,
  type OauthTally,
  travel,
} from './oauth-approach-journeys.ts';
import { services } from './oauth-approach-requests.ts';

/** Kills of the api and of PostgreSQL, in turn, around each step. */
const killsWanted: Readonly<Record<Scale, number>> = { ci: 5, night: 60, full: 200 };
const lanes = 4;
const centsPerPayer = 1_000n;
const amountCents = 100n;
/** Longest time between the beginning of a request and the kill. */
const killAtMostMs = 40;
const quietMs = 500;
const executedWithinMs = 120_000;

/**
 * Kills the api and PostgreSQL while third parties send customers through the authorization server (OAuth approach of
 * XS2A): around the authorization request, the password, the code of the customer, the way back, and the use of the code.
 */
export async function tortureOauthApproach({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const kills = killsWanted[scale];
  await using postgres = await startPostgres();
  await using bank = await createPaymentBank({
    server: postgres.url,
    profile: {
      scaApproachesSupported: ['REDIRECT'],
      scaRedirectFlow: 'OAUTH',
      'scaExemptions.ownAccounts': false,
    },
  });
  const payers = await bank.payers(8 * kills + 12, centsPerPayer);
  const agent = keepAliveAgent();
  const tally = emptyOauthTally();
  await bank.api.start();
  const load = keepTravelling({ bank, agent, tally }, payers);
  const chance = chanceFrom(seed);
  const show = progress('kills', kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await killAround(kill, { bank, postgres, chance, tally });
    show(kill + 1);
  }
  await wait(quietMs);
  await load.stop();
  agent.destroy();
  // Started now: earlier it would send the codes that this run reads from the database.
  await bank.worker.start();
  await until(() => areExecuted(bank), 'the execution of all approved payments', executedWithinMs);
  for (const line of tally.unexpected.slice(0, 10)) console.log(line);
  return [...judgeTokens(kills, tally), ...(await judgeResources(bank, tally, payers))];
}

/** Sends one customer after the other, until the load is stopped; every journey that began is finished first. */
function keepTravelling(
  harness: OauthJourneys,
  payers: readonly Payer[],
): { readonly stop: () => Promise<void> } {
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      // A payer has one journey only: the bank limits the codes of a customer.
      for (let turn = lane; !isOver && turn < payers.length; turn += lanes) {
        const [payer, service] = [payers[turn], services[turn % services.length]];
        if (payer !== undefined && service !== undefined) await travel(harness, { payer, service });
      }
    }),
  );
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

interface Victims {
  readonly bank: PaymentBank;
  readonly postgres: PostgresServer;
  readonly chance: Chance;
  readonly tally: OauthTally;
}

/** Waits for the next request of one kind, and kills the api or PostgreSQL shortly after it was sent. */
async function killAround(turn: number, { bank, chance, postgres, tally }: Victims): Promise<void> {
  const wanted = killSteps[turn % killSteps.length];
  const sent = Promise.withResolvers<void>();
  tally.onStep = (step) => {
    if (step === wanted) sent.resolve();
  };
  await sent.promise;
  await wait(chance.integer(0, killAtMostMs));
  if (turn % 2 === 0) {
    await bank.api.kill();
    await bank.api.start();
  } else await killPostgres(postgres);
}

async function areExecuted({ instance }: PaymentBank): Promise<boolean> {
  const [row] = await instance.database.query<{ open: number }>(
    `select count(*)::int as open from payments.payment p
      where approved_at is not null and not exists (select from ledger.instruction i
        where i.bank_id = p.bank_id and i.instruction_id = p.payment_id)`,
  );
  return row?.open === 0;
}

function judgeTokens(kills: number, tally: OauthTally): readonly Figure[] {
  return [
    {
      name: `codes redeemed twice; resources that no third party could finish, and other unexpected responses, after ${kills} kills`,
      figure: `${tally.doubled}; ${tally.unexpected.length}`,
      goal: '0; 0',
      isReached: tally.doubled === 0 && tally.unexpected.length === 0,
    },
    {
      name: 'of these resources approved; codes; tokens; ways begun again; requests without a response; authorisations started anew',
      figure: `${tally.approved.size}; ${tally.coded.size}; ${tally.tokens}; ${tally.again}; ${tally.cut}; ${tally.started}`,
      goal: 'each more than 0',
      isReached:
        Math.min(tally.approved.size, tally.coded.size, tally.tokens, tally.again, tally.cut, tally.started) >
        0,
    },
  ];
}

interface Outcome {
  readonly id: string;
  readonly finalised: number;
  readonly instructions: number;
  readonly is_payment: boolean;
  readonly is_valid: boolean;
}

/** Compares what third parties saw with approvals, instructions and balances. */
async function judgeResources(
  bank: PaymentBank,
  { approved, coded, created }: OauthTally,
  payers: readonly Payer[],
): Promise<readonly Figure[]> {
  const outcomes = await bank.instance.database.query<Outcome>(
    `select r.id::text, r.is_payment, r.is_valid,
       (select count(*)::int from sca.authorisation a where a.subject_id = r.id::text and a.status = 'finalised')
         as finalised,
       (select count(*)::int from ledger.instruction i where i.instruction_id = r.id) as instructions
       from (select payment_id as id, true as is_payment, approved_at is not null as is_valid from payments.payment
         union all select consent_id, false, status = 'valid' from consents.consent
         union all select consent_id, false, status = 'valid' from funds_confirmations.consent) r`,
  );
  const unapproved = outcomes.filter(
    ({ finalised, id, is_valid }) =>
      finalised !== (is_valid ? 1 : 0) || is_valid !== approved.has(id) || (coded.has(id) && !is_valid),
  ).length;
  const beyond = outcomes.filter(({ id }) => !created.has(id)).length;
  const missing = [...created.keys()].filter((id) => !outcomes.some((one) => one.id === id)).length;
  const wrong = outcomes.filter(
    ({ instructions, is_payment, is_valid }) => instructions !== (is_payment && is_valid ? 1 : 0),
  ).length;
  const executed = outcomes.filter(({ is_payment, is_valid }) => is_payment && is_valid).length;
  const spent = await spentBy(bank, payers);
  return [
    {
      name: 'resources whose approvals, codes and states differ; resources lost, or beyond one for each X-Request-ID',
      figure: `${unapproved}; ${missing + beyond}`,
      goal: '0; 0',
      isReached: unapproved === 0 && missing + beyond === 0,
    },
    {
      name: 'payments executed otherwise than once; cents that left the accounts, beyond those of executed payments',
      figure: `${wrong}; ${spent - BigInt(executed) * amountCents}`,
      goal: '0; 0',
      isReached: wrong === 0 && executed > 0 && spent === BigInt(executed) * amountCents,
    },
  ];
}

async function spentBy({ core }: PaymentBank, payers: readonly Payer[]): Promise<bigint> {
  const balances = await Promise.all(payers.map(({ from }) => core.balancesOf(from.accountId)));
  const left = balances.flat().reduce((total, { available }) => total + available.minor, 0n);
  return centsPerPayer * BigInt(payers.length) - left;
}

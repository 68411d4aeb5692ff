import { randomUUID } from 'node:crypto';
import type { HostileSize } from '../harness/attacked-api.ts';
import {
  type Sender,
  type SlowBodies,
  send,
  slowBodies,
  startBystander,
  statusFigure,
  statusOf,
  underAttack,
} from '../harness/attacking-third-party.ts';
import { bystanderFigures, refusedFigure } from '../harness/bystanders.ts';
import { createConsentBank, giveConsent } from '../harness/consent-bank.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import type { Figure } from '../harness/report.ts';
import { openSlowClients, type SlowKind, slowFigures, slowSeconds } from './hostile-slow.ts';

interface Deps {
  readonly bank: PaymentBank;
  /** Under which the bystander reads, with its customer. */
  readonly consentId: string;
  readonly iban: string;
}

/**
 * Attacks consents and accounts: requests for consents that drip in, with a certificate and without one; a flood of reads
 * under consents of others and of none; questions about funds and baskets that no customer agreed to; reads without a
 * certificate. Another third party reads accounts all the time.
 */
export async function hostileConsents(size: HostileSize): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ shared_buffers: '64MB' });
  await using consents = await createConsentBank({ server: postgres.url });
  const { apis, bank } = consents;
  const [holder] = await consents.holders(1, 'holder');
  if (holder === undefined) throw new Error('no customer');
  await apis[0].process.start();
  const consentId = await giveConsent(apis[0], bank.instance, holder);
  await apis[0].process.kill();
  const deps = { bank, consentId, iban: holder.account.iban };
  await bank.api.start();
  // The first requests are slower: code is loaded, connections are opened.
  for (let count = 0; count < 3; count += 1) await read(deps, 'honest', consentId);
  return [
    ...(await slowConsents(deps, size)),
    ...(await foreignConsents(deps, size)),
    ...(await fundsQuestions(deps, size)),
    ...(await foreignBaskets(deps, size)),
    ...(await withoutCertificate(deps, size)),
  ];
}

function read({ bank }: Deps, as: Sender, consentId: string): Promise<number> {
  const headers = { 'consent-id': consentId };
  return statusOf(bank, as, { method: 'GET', path: '/v1/accounts', body: '', headers });
}

const honestReads =
  (deps: Deps): (() => Promise<number>) =>
  () =>
    read(deps, 'honest', deps.consentId);

async function slowConsents(deps: Deps, { thirdPartySockets }: HostileSize): Promise<readonly Figure[]> {
  const bystander = startBystander(honestReads(deps));
  const slow = (of: Pick<SlowBodies, 'as' | 'name'>): SlowKind =>
    slowBodies(deps.bank, {
      ...of,
      count: thirdPartySockets,
      path: '/v1/consents',
      contentType: 'application/json',
      first: '{"access":',
    });
  const closings = await openSlowClients(
    deps.bank.tlsPort,
    [
      slow({ name: 'slow consents with a certificate', as: 'attacker' }),
      slow({ name: 'slow consents without a certificate', as: 'anonymous' }),
    ],
    slowSeconds,
  );
  const result = await bystander.stop();
  return [
    ...bystanderFigures('slow consents', result),
    refusedFigure('slow consents', result),
    ...slowFigures('slow consents', closings),
  ];
}

/** The consent of the bystander and unknown ones look alike to another third party. */
async function foreignConsents(deps: Deps, { floodSeconds }: HostileSize): Promise<readonly Figure[]> {
  let sent = 0;
  const { bystanders, statuses } = await underAttack(honestReads(deps), floodSeconds, () => {
    sent += 1;
    return read(deps, 'attacker', sent % 2 === 0 ? deps.consentId : randomUUID());
  });
  return [
    ...bystanderFigures('reads under foreign consents', bystanders),
    statusFigure(
      'reads under foreign consents, other responses than 400, 429 and 503',
      statuses,
      [400, 429, 503],
    ),
  ];
}

/** Nothing is answered about an account without an agreement; a known and an unknown one look alike. */
function fundsQuestions(deps: Deps, size: HostileSize): Promise<readonly Figure[]> {
  const ibans = [deps.iban, 'DE02100100109307118603'];
  return refusedFlood(deps, size, {
    name: 'questions about funds without an agreement',
    path: '/v1/funds-confirmations',
    code: 'NO_PIIS_ACTIVATION',
    bodyOf: (sent) => ({
      account: { iban: ibans[sent % ibans.length] },
      instructedAmount: { currency: 'EUR', amount: `${sent % 1_000}.00` },
    }),
  });
}

/** A basket groups what its third party initiated; the consent of another is as unknown as none. */
function foreignBaskets(deps: Deps, size: HostileSize): Promise<readonly Figure[]> {
  return refusedFlood(deps, size, {
    name: 'baskets of foreign consents',
    path: '/v1/signing-baskets',
    code: 'RESOURCE_UNKNOWN',
    bodyOf: (sent) => ({ consentIds: [sent % 2 === 0 ? deps.consentId : randomUUID()] }),
  });
}

interface RefusedFlood {
  readonly name: string;
  readonly path: string;
  /** Message code of the refusal. */
  readonly code: string;
  readonly bodyOf: (sent: number) => object;
}

/** Sends requests that the bank refuses with one code and status 400. */
async function refusedFlood(
  deps: Deps,
  { floodSeconds }: HostileSize,
  { bodyOf, code, name, path }: RefusedFlood,
): Promise<readonly Figure[]> {
  let [sent, others] = [0, 0];
  const { bystanders, statuses } = await underAttack(honestReads(deps), floodSeconds, async () => {
    sent += 1;
    const response = await send(deps.bank, 'attacker', { path, body: JSON.stringify(bodyOf(sent)) });
    if (response.status === 400 && !response.body.includes(code)) others += 1;
    return response.status;
  });
  return [
    ...bystanderFigures(name, bystanders),
    statusFigure(`${name}, other responses than 400, 429 and 503`, statuses, [400, 429, 503]),
    {
      name: `${name}, refused with another code than ${code}`,
      figure: String(others),
      goal: '0',
      isReached: others === 0,
    },
  ];
}

async function withoutCertificate(deps: Deps, { floodSeconds }: HostileSize): Promise<readonly Figure[]> {
  const { bystanders, statuses } = await underAttack(honestReads(deps), floodSeconds, () =>
    read(deps, 'anonymous', deps.consentId),
  );
  return [
    ...bystanderFigures('reads without a certificate', bystanders),
    statusFigure(
      'reads without a certificate, other responses than 401, 429 and 503',
      statuses,
      [0, 401, 429, 503],
    ),
  ];
}

import { randomUUID } from 'node:crypto';
import type { HostileSize } from '../harness/attacked-api.ts';
import {
  type Sender,
  type SlowBodies,
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
}

/**
 * Attacks consents and accounts: requests for consents that drip in, with a certificate and without one; a flood of reads
 * under consents of others and of none; reads without a certificate. Another third party reads accounts all the time.
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
  const deps = { bank, consentId };
  await bank.api.start();
  // The first requests are slower: code is loaded, connections are opened.
  for (let count = 0; count < 3; count += 1) await read(deps, 'honest', consentId);
  return [
    ...(await slowConsents(deps, size)),
    ...(await foreignConsents(deps, size)),
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { createPaymentBank, type PaymentBank } from '../harness/payment-bank.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { peopleBank } from '../harness/sign-in-people.ts';
import { type Changes, changesOf, type NotifiedResource } from './push-changes.ts';
import { type Behaviour, type Receiver, startReceiver } from './push-receivers.ts';

const sizes: Readonly<Record<Scale, { readonly changes: number; readonly kills: number }>> = {
  ci: { changes: 600, kills: 1 },
  night: { changes: 4_000, kills: 5 },
  full: { changes: 10_000, kills: 10 },
};

/** Share of the resources of each receiver, in hundredths. */
const shares: Readonly<Record<Behaviour, number>> = {
  steady: 50,
  failing: 20,
  redirecting: 20,
  away: 7,
  slow: 3,
};
const behaviours = ['steady', 'failing', 'redirecting', 'away', 'slow'] as const;
const changesPerResource = 20;
const writers = 4;
const pauseMinMs = 500;
const pauseMaxMs = 2_000;
/** Waits for the end: a lease after the last kill, retries, and the time of this machine. */
const drainMaxMs = 240_000;
const pollMs = 200;
const settleMs = 2_000;

/**
 * Third parties that are slow, away, answer with errors or redirect are sent the changes of resources while the worker is
 * killed. Each last status arrives, in the order of the changes, and nothing arrives anywhere else.
 */
export async function torturePush({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  await using opened = new AsyncDisposableStack();
  const { bank, elsewhere, receivers } = await openWorld(opened);
  const changes = changesOf(bank.instance.database.app, peopleBank);
  const resources = await registerAll(changes, receivers, size.changes / changesPerResource);
  const inside = await changes.register({
    organisationId: 'inside',
    address: `https://127.0.0.1:${elsewhere.port}/`,
    wantsLastOnly: false,
  });
  await bank.worker.start();
  const chance = chanceFrom(seed);
  const load = Promise.all([changes.change(inside), ...changeAll(changes, resources, chance)]);
  await killWorkers(bank, chance, size.kills);
  await load;
  const isOthersFirst = await arrived(receivers, resources, (one) => one.organisationId !== 'away');
  receivers.away.comeBack();
  const isComplete = isOthersFirst && (await arrived(receivers, resources, () => true));
  const figures = judge({ receivers, resources, isComplete });
  // What arrived last is settled a moment later.
  await wait(settleMs);
  const lost = await bank.instance.database.query<{ state: string }>(
    `select state from tpp_notifications.notification where resource_id <> $1 and state not in ('delivered', 'replaced')`,
    [inside.id],
  );
  const dead = await bank.instance.database.query<{ failure: string }>(
    'select failure from tpp_notifications.notification where resource_id = $1',
    [inside.id],
  );
  await bank.worker.kill();
  return [
    figure(`messages that are not settled after ${size.kills} kills`, lost.length),
    ...figures,
    figure('connections to where redirects or addresses inside lead', elsewhere.connections()),
    figure(
      'messages to an address inside that are not dead',
      dead.filter(({ failure }) => failure !== 'host').length,
    ),
    {
      name: 'others got everything while one receiver was away',
      figure: String(isOthersFirst),
      goal: 'true',
      isReached: isOthersFirst,
    },
  ];
}

interface World {
  readonly bank: PaymentBank;
  readonly receivers: Readonly<Record<Behaviour, Receiver>>;
  readonly elsewhere: Receiver;
}

/** Starts the receivers, and a bank that may call them. */
async function openWorld(opened: AsyncDisposableStack): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-push-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const authorities = opened.use(await createThirdParties());
  const certificate = await authorities.issue({ commonName: 'localhost', server: true });
  const ca = join(folder, 'authority.pem');
  await writeFile(ca, authorities.caPem);
  const elsewhere = opened.use(await startReceiver({ behaviour: 'steady', certificate, elsewhere: '' }));
  const start = async (behaviour: Behaviour): Promise<Receiver> =>
    opened.use(
      await startReceiver({ behaviour, certificate, elsewhere: `https://localhost:${elsewhere.port}/` }),
    );
  const receivers = {
    steady: await start('steady'),
    slow: await start('slow'),
    failing: await start('failing'),
    redirecting: await start('redirecting'),
    away: await start('away'),
  };
  const ports = [...Object.values(receivers), elsewhere].map(({ port }) => port);
  const setting = {
    ca: `file:${ca}`,
    ports,
    internal: { hosts: ['localhost'], networks: ['127.0.0.0/8', '::1/128'] },
    retrySeconds: Array.from({ length: 20 }, () => 1),
    pauseSeconds: 1,
  };
  const bank = opened.use(
    await createPaymentBank({ env: { PORTICO_TPP_NOTIFICATIONS: JSON.stringify(setting) } }),
  );
  return { bank, elsewhere, receivers };
}

async function registerAll(
  changes: Changes,
  receivers: World['receivers'],
  count: number,
): Promise<readonly NotifiedResource[]> {
  const resources: NotifiedResource[] = [];
  for (const behaviour of behaviours) {
    const address = `https://localhost:${receivers[behaviour].port}/push`;
    const wanted = Math.max(1, Math.round((count * shares[behaviour]) / 100));
    for (let made = 0; made < wanted; made += 1)
      resources.push(
        await changes.register({ organisationId: behaviour, address, wantsLastOnly: made % 5 === 4 }),
      );
  }
  return resources;
}

/** Changes resources in random order; each by one writer, as its row lock would have it. */
function changeAll(
  changes: Changes,
  resources: readonly NotifiedResource[],
  chance: Chance,
): readonly Promise<void>[] {
  return Array.from({ length: writers }, async (_, writer) => {
    let open = resources.filter((_resource, index) => index % writers === writer);
    while (open.length > 0) {
      await changes.change(chance.oneOf(open));
      open = open.filter((one) => one.changes < changesPerResource);
    }
  });
}

async function killWorkers(bank: PaymentBank, chance: Chance, kills: number): Promise<void> {
  const show = progress('kills', kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(chance.integer(pauseMinMs, pauseMaxMs));
    await bank.worker.kill();
    await bank.worker.start();
    show(kill + 1);
  }
}

/** Waits until the last status of each resource has arrived; returns whether it has. */
async function arrived(
  receivers: World['receivers'],
  resources: readonly NotifiedResource[],
  isWanted: (resource: NotifiedResource) => boolean,
): Promise<boolean> {
  const until = performance.now() + drainMaxMs;
  const wanted = resources.filter(isWanted);
  const isThere = (one: NotifiedResource): boolean => takenOf(receivers, one).at(-1) === one.changes;
  while (performance.now() < until) {
    if (wanted.every(isThere)) return true;
    await wait(pollMs);
  }
  return false;
}

function takenOf(receivers: World['receivers'], { id, organisationId }: NotifiedResource): readonly number[] {
  const behaviour = behaviours.find((one) => one === organisationId);
  return behaviour === undefined ? [] : (receivers[behaviour].taken.get(id) ?? []);
}

interface Outcome {
  readonly receivers: World['receivers'];
  readonly resources: readonly NotifiedResource[];
  readonly isComplete: boolean;
}

function judge({ isComplete, receivers, resources }: Outcome): readonly Figure[] {
  const all = resources.map((resource) => ({ resource, taken: takenOf(receivers, resource) }));
  const late = all.filter(({ resource, taken }) => taken.at(-1) !== resource.changes);
  const disordered = all.filter(({ taken }) => taken.some((one, index) => one < (taken[index - 1] ?? 0)));
  const missing = all.filter(
    ({ resource, taken }) => !resource.wantsLastOnly && new Set(taken).size < resource.changes,
  );
  const changes = resources.reduce((sum, one) => sum + one.changes, 0);
  const sent = all.reduce((sum, { taken }) => sum + taken.length, 0);
  return [
    figure(`last statuses that did not arrive, of ${resources.length} resources`, late.length),
    figure('resources whose statuses arrived in another order', disordered.length),
    figure('resources of which a wanted status is missing', missing.length),
    {
      name: 'changes; messages taken',
      figure: `${changes}; ${sent}`,
      goal: 'all within the time',
      isReached: isComplete,
    },
  ];
}

function figure(name: string, count: number): Figure {
  return { name, figure: String(count), goal: '0', isReached: count === 0 };
}

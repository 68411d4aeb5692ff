import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testBaseUrl } from '../../server/src/platform/testing/proof-maker.ts';
import { attackedSettings, type HostileSize, startAttacked, warmUp } from '../harness/attacked-api.ts';
import { bystanderFigures, refusedFigure, runBystanders } from '../harness/bystanders.ts';
import { pictureOfEmptyScans } from '../harness/hostile-picture.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { planRequests } from '../harness/plan-requests.ts';
import type { Figure } from '../harness/report.ts';
import { insertPeople } from '../harness/sign-in-people.ts';

const preload = new URL('../harness/content-store-preload.ts', import.meta.url).pathname;
const scans = 75_632;
/** Half of the rate limit of one customer, in parallel. */
const pictures = 60;
const bystandersPerSecond = 20;
const employees = 50;

/** Sets a profile picture that no decoder finishes, repeatedly, as one customer. */
export async function hostilePictures(size: HostileSize): Promise<readonly Figure[]> {
  console.error('hostile-clients: pictures');
  await using instance = await createInstance({
    env: {
      ...attackedSettings,
      PORTICO_BASE_URL: testBaseUrl,
      PORTICO_CONTENT_STORE: 'https://content.example',
    },
  });
  const file = join(instance.folder, 'picture.jpg');
  await writeFile(file, pictureOfEmptyScans(scans));
  const requests = await pictureRequests(instance);
  const { port, program } = await startAttacked(instance, {
    nodeArgs: ['--import', preload],
    env: { HARNESS_CONTENT_FILE: file },
  });
  try {
    const nextRequest = await planRequests(instance.mint, employees);
    await warmUp(port, nextRequest);
    const bystanding = runBystanders({
      port,
      seconds: size.pictureSeconds,
      perSecond: bystandersPerSecond,
      nextRequest,
    });
    const attack = closedLoop({
      port,
      localAddress: '127.0.6.1',
      connections: pictures,
      count: pictures,
      seconds: size.pictureSeconds,
      nextRequest: () => requests.pop() ?? '',
    });
    const bystanders = await bystanding;
    program.kill('SIGKILL');
    const { samples } = await attack;
    const kinds = Object.entries(Object.groupBy(samples, ({ status }) => String(status)));
    return [
      ...bystanderFigures('pictures', bystanders),
      refusedFigure('pictures', bystanders),
      {
        name: 'pictures, responses during the attack',
        figure: `${samples.length} of ${pictures}: ${kinds.map(([status, all]) => `${all?.length} × ${status}`).join(', ')}`,
        goal: 'informational',
        isReached: true,
      },
    ];
  } finally {
    program.kill('SIGKILL');
    await program.ended;
  }
}

/** Returns requests of a signed-in customer, each with its own DPoP proof. */
async function pictureRequests(instance: Instance): Promise<string[]> {
  const [person] = await insertPeople(instance, { count: 1, prefix: 'hostile' });
  if (person === undefined) throw new Error('no user');
  const path = `/v1/identity/users/${person.username}/profile-picture`;
  const body = JSON.stringify({ 'picture-url': 'https://content.example/01/picture.jpg' });
  const customer = { kind: 'customer', id: person.userId, scope: 'identity.me', assurance: 'sca' } as const;
  return Promise.all(
    Array.from({ length: pictures }, async () => {
      const headers = await instance.mint.headersFor(customer, { method: 'PUT', path });
      return [
        `PUT ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n');
    }),
  );
}

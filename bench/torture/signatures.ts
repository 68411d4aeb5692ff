import { X509Certificate } from 'node:crypto';
import {
  openSignatureHarness,
  type SignatureHarness,
} from '../../server/src/dialects/xs2a/signature/signature-harness.suite.ts';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { createSigner, type SignedMessage, type Signer } from './signature-messages.ts';
import { type Mutation, mutations } from './signature-mutations.ts';

const requests: Readonly<Record<Scale, number>> = { ci: 1_000, night: 5_000, full: 20_000 };
/** One unchanged message to so many changed ones: it must be accepted, or a refusal proves nothing. */
const changedPerControl = 10;
const inParallel = 8;

interface Tally {
  sent: number;
  accepted: number;
  undeclared: number;
}

/** Changes signed messages in every way and sends them over HTTP: none is accepted, each gets a declared code. */
export async function tortureSignatures({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  using authority = await createTestAuthority();
  const chance = chanceFrom(seed);
  const signer = await createSigner(authority, chance);
  const startAt = signer.client.validFrom.add({ minutes: 5 }).toString();
  await using harness = await openSignatureHarness({ authority, startAt, isObserved: false });
  harness.revoked.add(serialOf(signer.seals.revoked));
  harness.blocked.add(serialOf(signer.seals.blocked));
  const tallies = new Map(mutations.map(({ name }) => [name, { sent: 0, accepted: 0, undeclared: 0 }]));
  const controls: Tally = { sent: 0, accepted: 0, undeclared: 0 };
  const count = requests[scale];
  const show = progress('signatures', count);
  for (let done = 0; done < count; done += inParallel) {
    const round = Array.from({ length: Math.min(inParallel, count - done) }, (_, index) =>
      attack(harness, { number: done + index, chance, signer, tallies }),
    );
    if ((done / inParallel) % changedPerControl === 0) round.push(control(harness, signer.fresh(), controls));
    await Promise.all(round);
    show(done + round.length);
  }
  return conclusion(tallies, controls);
}

function serialOf({ der }: Signer['seals']['revoked']): string {
  return new X509Certificate(der).serialNumber.toLowerCase().replace(/^0+/, '');
}

interface Attack {
  readonly number: number;
  readonly chance: Chance;
  readonly signer: Signer;
  readonly tallies: ReadonlyMap<string, Tally>;
}

/** Goes through the mutations in turn, so that each gets the same share. */
async function attack(harness: SignatureHarness, { number, chance, signer, tallies }: Attack): Promise<void> {
  const mutation = mutations[number % mutations.length];
  const tally = tallies.get(mutation?.name ?? '');
  if (mutation === undefined || tally === undefined) throw new Error('no mutation');
  const message = changedBy(mutation, { chance, signer });
  const { code = '', status, text } = await harness.send(message);
  tally.sent += 1;
  if (status < 300) tally.accepted += 1;
  const isDeclared = status === (code === 'FORMAT_ERROR' ? 400 : 401) && mutation.codes.includes(code);
  if (isDeclared) return;
  tally.undeclared += 1;
  console.log(`${mutation.name}: ${status} ${code} ${text} ${JSON.stringify(message.headers)}`);
}

/** Draws until the message differs: a random change may change nothing. */
function changedBy(mutation: Mutation, tools: Pick<Attack, 'chance' | 'signer'>): SignedMessage {
  for (;;) {
    const original = tools.signer.fresh();
    const message = mutation.apply(original, tools);
    const isSame =
      JSON.stringify(message.headers) === JSON.stringify(original.headers) &&
      message.body.equals(original.body) &&
      message.as === original.as;
    if (!isSame) return message;
  }
}

async function control(harness: SignatureHarness, message: SignedMessage, tally: Tally): Promise<void> {
  const { status, text } = await harness.send(message);
  tally.sent += 1;
  if (status === 200) tally.accepted += 1;
  else console.log(`unchanged message: ${status} ${text}`);
}

function conclusion(tallies: ReadonlyMap<string, Tally>, controls: Tally): readonly Figure[] {
  const rows = [...tallies].map(([name, { sent, accepted, undeclared }]) => [
    name,
    sent,
    accepted,
    undeclared,
  ]);
  console.log(table(['change', 'messages', 'accepted', 'other than declared'], rows));
  const sum = (key: keyof Tally): number =>
    [...tallies.values()].reduce((total, tally) => total + tally[key], 0);
  return [
    { name: 'changed messages', figure: String(sum('sent')), goal: '> 0', isReached: sum('sent') > 0 },
    {
      name: 'changed messages accepted',
      figure: String(sum('accepted')),
      goal: '0',
      isReached: sum('accepted') === 0,
    },
    {
      name: 'responses other than declared',
      figure: String(sum('undeclared')),
      goal: '0',
      isReached: sum('undeclared') === 0,
    },
    {
      name: 'unchanged messages accepted',
      figure: `${controls.accepted} of ${controls.sent}`,
      goal: 'all',
      isReached: controls.sent > 0 && controls.accepted === controls.sent,
    },
  ];
}

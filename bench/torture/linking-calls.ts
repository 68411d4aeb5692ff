import { readPayload } from '../../server/src/capabilities/authorization/domain/signing/payload.ts';
import {
  expectedSignatureData,
  payloadHash,
} from '../../server/src/capabilities/authorization/domain/signing/signature-data.ts';
import type { DeviceKeys } from '../../server/src/capabilities/authorization/ports/device-keys.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import {
  type Company,
  countsOf,
  ocraProof,
  reasonsOf,
  requestSignatures,
  signerToken,
  tryToSign,
  workedExample,
} from '../../server/src/capabilities/authorization/testing/signing-steps.suite.ts';
import type { Chance } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import { mutate, randomPayment, sha256Hex } from './linking-mutations.ts';

const owner = '1000000048';
const perPayment = 10;

/** A device signs by writing the text down; whatever else is not over this text. */
const deviceKeys: DeviceKeys = { isSignature: async ({ signature, text }) => signature === text };

interface RunContext {
  readonly app: AuthorizationTestApp;
  readonly company: Company;
  readonly faults: string[];
}

interface Signed {
  readonly resourceId: string;
  readonly original: string;
  readonly shown: string;
  /** A proof of A2 for what the device showed of the original, not used yet. */
  readonly proofId: string;
}

/** A sample of the same through HTTP: what is signed is asked for, and signed, with the payload changed. */
export async function tortureLinkedCalls(calls: number, chance: Chance): Promise<readonly Figure[]> {
  await using app = await createAuthorizationTestApp({ poolSize: 8, ports: { deviceKeys } });
  const context: RunContext = { app: app, company: await workedExample(app, owner), faults: [] };
  const show = progress('linked calls', calls);
  for (let done = 0; done < calls; done += perPayment) {
    const signed = await signOne(context, `payment-${done}`, chance);
    for (let turn = 0; turn < perPayment; turn += 1) await tryChanged(context, signed, chance);
    await expectGood(context, signed);
    show(done + perPayment);
  }
  for (const fault of context.faults.slice(0, 10)) console.log(fault);
  return [
    {
      name: `changed payments taken as signed, or signed by a proof of the original, of ${calls} over HTTP`,
      figure: String(context.faults.length),
      goal: '0',
      isReached: context.faults.length === 0,
    },
  ];
}

function shownOf(text: string): string | undefined {
  const read = readPayload({ resourceKind: 'payment', text });
  return read.kind === 'fault' ? undefined : expectedSignatureData(read.content, text, sha256Hex);
}

async function signOne(
  { company, app: world }: RunContext,
  resourceId: string,
  chance: Chance,
): Promise<Signed> {
  // Proofs are good for five minutes, and challenges for three.
  world.clock.advance({ minutes: 10 });
  const original = randomPayment(chance);
  const shown = shownOf(original);
  if (shown === undefined) throw new Error('the original cannot be read');
  const proofId = await ocraProof(world, company.signer('A2'), shown);
  const proof = { kind: 'device-signature', id: 'd', signature: payloadHash(original, sha256Hex) };
  const wish = { owner, resourceId, kind: 'payment', payload: original, proof };
  const answer = await tryToSign(world, company.signer('A1').user, wish);
  if (!reasonsOf(answer).includes('signature-accepted')) throw new Error(`not signed: ${answer.text}`);
  return { resourceId, original, shown, proofId };
}

async function tryChanged(context: RunContext, signed: Signed, chance: Chance): Promise<void> {
  const { company, faults, app: world } = context;
  const { original, proofId, resourceId, shown } = signed;
  const { name, text } = mutate(original, chance);
  const wish = { owner, resourceId, kind: 'payment', payload: text };
  const { user } = company.signer('A2');
  const asked = await requestSignatures(world, signerToken(user), wish);
  const isCounted = countsOf(asked).some((line) => / [1-9][0-9]*\//.test(line));
  if (asked.status !== 400 && (asked.status !== 200 || isCounted)) faults.push(`${name}: ${asked.text}`);
  const proofs = [
    { kind: 'device-signature', id: 'd', signature: payloadHash(original, sha256Hex) },
    // Where the device shows the same, the proof is good: amount and payee are what it is for.
    ...(shownOf(text) === shown ? [] : [{ kind: 'ocra', id: proofId }]),
  ];
  for (const proof of proofs) {
    const answer = await tryToSign(world, user, { ...wish, proof });
    const isRefused = answer.status === 400 || answer.status === 401 || isCannotSign(reasonsOf(answer));
    if (!isRefused) faults.push(`${name} by ${proof.kind}: ${answer.text}`);
  }
}

/** The changed amount may be one that this user cannot sign at all. */
function isCannotSign(reasons: readonly string[]): boolean {
  return reasons.every((reason) => reason === 'user-cannot-sign');
}

/** None of the tries has used the proof up, or disturbed what was signed. */
async function expectGood({ company, faults, app: world }: RunContext, signed: Signed): Promise<void> {
  const { original, proofId, resourceId } = signed;
  const { user } = company.signer('A2');
  const before = await requestSignatures(world, signerToken(user), { owner, resourceId });
  if (!countsOf(before).some((line) => line.includes(' 1/'))) faults.push(`disturbed: ${before.text}`);
  const proof = { kind: 'ocra', id: proofId };
  const answer = await tryToSign(world, user, {
    owner,
    resourceId,
    kind: 'payment',
    payload: original,
    proof,
  });
  if (answer.status !== 200) faults.push(`the proof of the original: ${answer.text}`);
}

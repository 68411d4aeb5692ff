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

/** A test device whose signature is the signed text itself. */
const deviceKeys: DeviceKeys = {
  isSignature: async ({ signature, text }) => signature === text,
  lockSigner: async () => true,
};

interface RunContext {
  readonly app: AuthorizationTestApp;
  readonly company: Company;
  readonly errors: string[];
}

interface Signed {
  readonly resourceId: string;
  readonly original: string;
  readonly shown: string;
  /** An unused factor proof of A2 for the text that the device showed. */
  readonly proofId: string;
}

/** Runs a sample over HTTP: evaluates and signs with a changed payload. */
export async function tortureLinkedCalls(calls: number, chance: Chance): Promise<readonly Figure[]> {
  await using app = await createAuthorizationTestApp({ poolSize: 8, ports: { deviceKeys } });
  const context: RunContext = { app: app, company: await workedExample(app, owner), errors: [] };
  const show = progress('linked calls', calls);
  for (let done = 0; done < calls; done += perPayment) {
    const signed = await signOne(context, `payment-${done}`, chance);
    for (let turn = 0; turn < perPayment; turn += 1) await tryChanged(context, signed, chance);
    await expectGood(context, signed);
    show(done + perPayment);
  }
  for (const error of context.errors.slice(0, 10)) console.log(error);
  return [
    {
      name: `changed payments accepted as signed, or signed by a proof of the original, of ${calls} over HTTP`,
      figure: String(context.errors.length),
      goal: '0',
      isReached: context.errors.length === 0,
    },
  ];
}

function shownOf(text: string): string | undefined {
  const read = readPayload({ resourceKind: 'payment', text });
  return read.kind === 'error' ? undefined : expectedSignatureData(read.content, text, sha256Hex);
}

async function signOne({ company, app }: RunContext, resourceId: string, chance: Chance): Promise<Signed> {
  // Factor proofs are valid for five minutes, challenges for three.
  app.clock.advance({ minutes: 10 });
  const original = randomPayment(chance);
  const shown = shownOf(original);
  if (shown === undefined) throw new Error('the original cannot be read');
  const proofId = await ocraProof(app, company.signer('A2'), shown);
  const proof = { kind: 'device-signature', id: 'd', signature: payloadHash(original, sha256Hex) };
  const request = { owner, resourceId, kind: 'payment', payload: original, proof };
  const response = await tryToSign(app, company.signer('A1').user, request);
  if (!reasonsOf(response).includes('signature-accepted')) throw new Error(`not signed: ${response.text}`);
  return { resourceId, original, shown, proofId };
}

async function tryChanged(context: RunContext, signed: Signed, chance: Chance): Promise<void> {
  const { company, errors, app } = context;
  const { original, proofId, resourceId, shown } = signed;
  const { name, text } = mutate(original, chance);
  const request = { owner, resourceId, kind: 'payment', payload: text };
  const { user } = company.signer('A2');
  const evaluated = await requestSignatures(app, signerToken(user), request);
  const isCounted = countsOf(evaluated).some((line) => / [1-9][0-9]*\//.test(line));
  if (evaluated.status !== 400 && (evaluated.status !== 200 || isCounted))
    errors.push(`${name}: ${evaluated.text}`);
  const proofs = [
    { kind: 'device-signature', id: 'd', signature: payloadHash(original, sha256Hex) },
    // If the device shows the same text, the proof is valid: it covers amount and payee.
    ...(shownOf(text) === shown ? [] : [{ kind: 'ocra', id: proofId }]),
  ];
  for (const proof of proofs) {
    const response = await tryToSign(app, user, { ...request, proof });
    const isRefused = response.status === 400 || response.status === 401 || isCannotSign(reasonsOf(response));
    if (!isRefused) errors.push(`${name} by ${proof.kind}: ${response.text}`);
  }
}

/** Tells whether the user cannot sign the changed amount at all. */
function isCannotSign(reasons: readonly string[]): boolean {
  return reasons.every((reason) => reason === 'user-cannot-sign');
}

/** Checks that no attempt has consumed the proof or changed the signatures. */
async function expectGood({ company, errors, app }: RunContext, signed: Signed): Promise<void> {
  const { original, proofId, resourceId } = signed;
  const { user } = company.signer('A2');
  const before = await requestSignatures(app, signerToken(user), { owner, resourceId });
  if (!countsOf(before).some((line) => line.includes(' 1/'))) errors.push(`disturbed: ${before.text}`);
  const proof = { kind: 'ocra', id: proofId };
  const response = await tryToSign(app, user, {
    owner,
    resourceId,
    kind: 'payment',
    payload: original,
    proof,
  });
  if (response.status !== 200) errors.push(`the proof of the original: ${response.text}`);
}

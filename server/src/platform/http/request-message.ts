import type { FastifyRequest } from 'fastify';
import type { StatusWait } from '#platform/auth/certificate-statuses.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { Message, SignaturePolicy } from './dialect.ts';
import { waitWithoutSlot } from './request-slot.ts';
import type { Services } from './services.ts';

const noBody = Buffer.alloc(0);

/** Lets the dialect check headers and body together, if its standard has such a rule. */
export async function checkMessage(request: FastifyRequest, services: Services): Promise<void> {
  const { checkMessage: check } = request.state.mounted?.contract.interface.dialect ?? {};
  if (check === undefined) return;
  const { seals, tppBanks } = services;
  const wait: StatusWait = (status) => waitWithoutSlot(request.raw, status, services);
  await check(messageOf(request), {
    seals: { verify: (der, bankId) => seals.verify(der, bankId, wait) },
    signaturePolicyOf: (bankId) => policyOf(tppBanks.profileOf(bankId)),
  });
}

function policyOf({ tppSignatureRequired }: Xs2aProfile): SignaturePolicy {
  return { signature: tppSignatureRequired ? 'required' : 'verified-when-present' };
}

function messageOf({ body, method, raw, state, url }: FastifyRequest): Message {
  return {
    method,
    target: url,
    headers: headersOf(raw.rawHeaders),
    body: Buffer.isBuffer(body) ? body : noBody,
    caller: state.caller,
  };
}

/** Node's own `headers` joins or drops repeated ones, so that a signature would cover other values than were sent. */
function headersOf(raw: readonly string[]): Message['headers'] {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [value]);
    else values.push(value);
  }
  return headers;
}

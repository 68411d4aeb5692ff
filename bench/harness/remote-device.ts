import { createClientVault } from '../../server/src/capabilities/client/index.ts';
import { tokenOf } from '../../server/src/capabilities/client/testing/approval-test-app.suite.ts';
import {
  insertPairedDevice,
  type PairedDevice,
} from '../../server/src/capabilities/client/testing/paired-device.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { Instance } from './instance.ts';
import { keysOf } from './sign-in-people.ts';

/** Sends a request to an api of the instance. */
export type CallApi = (path: string, init: RequestInit) => Promise<Response>;

/** A paired device of a customer. It uses the interface of the product; its token is one of the issuer of tests. */
export interface RemoteDevice {
  /** Prepares the approval of the newest request, with the number of the page; throws without a request. */
  sign(call: CallApi, number: string): Promise<SignedRequest>;
  decline(call: CallApi): Promise<string>;
}

/** An approval that can be sent, also twice, and to another api. */
export interface SignedRequest {
  /** Returns the status of the response, and the code of a refusal. */
  send(call: CallApi): Promise<string>;
}

const shownWithinMs = 60_000;
/** Of the product, where the settings name none. */
const defaultBaseUrl = 'http://localhost:8080';

/** Pairs a new device with a user, without the steps of the app. */
export async function pairRemoteDevice(
  instance: Instance,
  { name, userId }: { readonly userId: string; readonly name: string },
): Promise<RemoteDevice> {
  const vault = createClientVault(keysOf(instance));
  const device = await insertPairedDevice({ database: instance.database, vault }, { userId, name });
  const send = async (call: CallApi, method: string, path: string, body?: object): Promise<Response> => {
    const whole = `/api/v1/approvals${path}`;
    const { PORTICO_BASE_URL: baseUrl = defaultBaseUrl } = instance.env;
    const use = { method, path: whole, baseUrl };
    return call(whole, {
      method,
      headers: {
        ...(await instance.mint.headersFor(tokenOf(device), use)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const newest = async (call: CallApi): Promise<Parameters<PairedDevice['sign']>[0]> => {
    const deadline = performance.now() + shownWithinMs;
    // The request of an authorisation that started with its resource is sent by the worker.
    for (;;) {
      const response = await send(call, 'GET', '');
      if (response.status !== 200) throw new Error(`the device gets ${await outcomeOf(response)}`);
      const request = at(await response.json(), 'approvals', 0);
      const text = (member: string): string => String(at(request, member));
      if (request !== undefined)
        return { approvalId: text('approvalId'), order: text('order'), digest: text('digest') };
      if (performance.now() > deadline) throw new Error('the device shows no request');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return {
    async sign(call, number) {
      const request = await newest(call);
      const body = { number, signature: device.sign(request, number) };
      return {
        send: async (to) => outcomeOf(await send(to, 'PUT', `/${request.approvalId}/approve`, body)),
      };
    },
    decline: async (call) => outcomeOf(await send(call, 'PUT', `/${(await newest(call)).approvalId}/refuse`)),
  };
}

async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text === '') return String(response.status);
  const content: unknown = JSON.parse(text);
  return `${response.status} ${String(at(content, 'code'))}`;
}

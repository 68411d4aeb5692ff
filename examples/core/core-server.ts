import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { TObject } from 'typebox';
import { Check, Convert } from 'typebox/value';
import {
  type CoreProblemCode,
  coreProblems,
  problemMediaType,
} from '../../server/src/adapters/core-http/contract/problem.ts';
import { WireFault } from '../../server/src/adapters/core-http/from-wire.ts';
import {
  type CoreBank,
  CoreFailure,
  CursorInvalid,
  InstructionConflict,
} from '../../server/src/capabilities/core-banking/index.ts';
import { type Handler, handlers, Problem } from './handlers.ts';
import type { Settings } from './settings.ts';

const bodyMaxBytes = 65_536;
const retryAfterSeconds = 1;
/** Longer than the client keeps idle connections: a request on one that closes would be lost. */
const idleTimeoutMs = 10_000;

/** Serves the contract over HTTPS to clients with a certificate of the given authority, and to no others. */
export function createCoreServer(
  {
    certificatePem,
    clientAuthorityPem,
    keyPem,
  }: Pick<Settings, 'certificatePem' | 'clientAuthorityPem' | 'keyPem'>,
  core: () => CoreBank,
): Server {
  const tls = {
    cert: certificatePem,
    key: keyPem,
    ca: clientAuthorityPem,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const;
  const server = createServer(tls, (request, response) => {
    void respond(request, response, core()).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = idleTimeoutMs;
  return server;
}

async function respond(request: IncomingMessage, response: ServerResponse, core: CoreBank): Promise<void> {
  try {
    const body = await answer(request, core);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch (error) {
    const code = problemOf(error);
    if (code !== undefined) return sendProblem(response, code);
    // Without a code of the contract, the caller must assume that the request may have had its effect.
    console.error(error);
    response.writeHead(500, { 'content-type': problemMediaType }).end('{"title":"internal error"}');
  }
}

function problemOf(error: unknown): CoreProblemCode | undefined {
  if (error instanceof Problem) return error.code;
  if (error instanceof InstructionConflict) return 'instruction-conflict';
  if (error instanceof CursorInvalid) return 'cursor-invalid';
  if (error instanceof WireFault) return 'invalid-request';
  return error instanceof CoreFailure && error.certainty === 'not-sent' ? 'unavailable' : undefined;
}

function sendProblem(response: ServerResponse, code: CoreProblemCode): void {
  const { meaning, status } = coreProblems[code];
  const retry = code === 'unavailable' ? { 'retry-after': String(retryAfterSeconds) } : {};
  response
    .writeHead(status, { 'content-type': problemMediaType, ...retry })
    .end(JSON.stringify({ title: meaning, status, code }));
}

async function answer(request: IncomingMessage, core: CoreBank): Promise<object> {
  const url = new URL(request.url ?? '/', 'https://core');
  const { handler, params } = route(request.method ?? '', url.pathname);
  const { operation, run } = handler;
  const query = Object.fromEntries(url.searchParams);
  return run(core, {
    params: checked(operation.params, params),
    query: checked(operation.query, operation.query && Convert(operation.query, query)),
    body: checked(operation.body, operation.body && (await readJson(request))),
  });
}

/** Finds the operation of a path, and the values of its parameters. */
function route(
  method: string,
  path: string,
): { readonly handler: Handler; readonly params: Readonly<Record<string, string>> } {
  for (const handler of handlers) {
    const params = handler.operation.method === method ? match(handler.operation.path, path) : undefined;
    if (params !== undefined) return { handler, params };
  }
  throw new Problem('invalid-request');
}

function match(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [names, values] = [template.split('/'), path.split('/')];
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (name.startsWith('{')) params[name.slice(1, -1)] = decode(value);
    else if (name !== value) return undefined;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
    // A percent sign without digits.
  } catch {
    throw new Problem('invalid-request');
  }
}

function checked(schema: TObject | undefined, value: unknown): unknown {
  if (schema !== undefined && !Check(schema, value)) throw new Problem('invalid-request');
  return value;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    receivedBytes += bytes.length;
    if (receivedBytes > bodyMaxBytes) throw new Problem('invalid-request');
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    // The caller sent something else than JSON.
  } catch {
    throw new Problem('invalid-request');
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** What the server measured since it was asked last. */
export interface ServerFigures {
  readonly stallMs: number;
  readonly rssBytes: number;
  /** Largest since the start. */
  readonly peakRssBytes: number;
  /** Processor time of the thread of the event loop, since the start. */
  readonly loopCpuMs: number;
}

/** Response to one document. */
export interface DocumentSample {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** A server in its own process. */
export interface DocumentServer extends AsyncDisposable {
  post(client: string, document: Uint8Array): Promise<DocumentSample>;
  figures(): Promise<ServerFigures>;
}

const program = new URL('./documents-program.ts', import.meta.url);

/** Starts the server that reads payment files. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = Number(await nextMessage(child));
  const agent = new Agent({ keepAlive: true });
  return {
    post: (client, document) => post({ agent, port, client }, document),
    async figures() {
      const answer = nextMessage(child);
      child.send('figures');
      // oxlint-disable-next-line typescript/consistent-type-assertions -- `documents-program.ts` sends nothing else
      return (await answer) as ServerFigures;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message');
  return message;
}

function post(
  { agent, client, port }: { readonly agent: Agent; readonly port: number; readonly client: string },
  document: Uint8Array,
): Promise<DocumentSample> {
  const { promise, reject, resolve } = Promise.withResolvers<DocumentSample>();
  const startedAt = performance.now();
  const path = `/v1/plain/files?client=${client}`;
  const headers = { 'content-type': 'application/xml', 'content-length': document.length };
  const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(chunks).toString(),
        ms: performance.now() - startedAt,
      }),
    );
  });
  sent.on('error', reject);
  sent.end(document);
  return promise;
}

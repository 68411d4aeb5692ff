import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Log } from '#platform/log/logger.ts';
import { type DeliveryReport, readDeliveryReport } from './delivery-report.ts';
import { returnedCommunication } from './return-address.ts';

/** A report and the message it is about. It may be repeated. */
export interface BounceReport extends DeliveryReport {
  readonly communicationId: string;
}

/** Settings of the listener to which the bank's mail server sends bounce reports. */
export interface BounceListenerOptions {
  readonly listen: { readonly host: string; readonly port: number };
  /** The same as of the channel: only return addresses made with it are accepted. */
  readonly secret: Secret<string>;
  readonly domain: string;
  /** Records the report. The mail server gets a positive reply after it resolves, and retries otherwise. */
  readonly onReport: (report: BounceReport) => Promise<void>;
  readonly log: Log;
}

/** A running listener. */
export interface BounceListener extends AsyncDisposable {
  readonly port: number;
  close(): Promise<void>;
}

const messageMaxBytes = 262_144;
const clientsMax = 50;
const silenceMaxMs = 60_000;
const closeWithinMs = 5_000;

/** Starts the listener. */
export async function startBounceListener(options: BounceListenerOptions): Promise<BounceListener> {
  const { listen, log } = options;
  const server = new SMTPServer({
    name: options.domain,
    banner: 'portico',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    size: messageMaxBytes,
    rejectOversized: true,
    // One report is about one message.
    maxRecipients: 1,
    maxClients: clientsMax,
    socketTimeout: silenceMaxMs,
    closeTimeout: closeWithinMs,
    onRcptTo: ({ address }, _session, done) => {
      const isOurs = returnedCommunication(address, options.domain, options.secret) !== undefined;
      done(isOurs ? null : refusal(550, 'no such address'));
    },
    onData: (stream, session, done) => {
      const reply = async (): Promise<void> => done(await replyFor(options, stream, session));
      void reply();
    },
  });
  server.on('error', (error) => log.debug({ check: 'bounce-listener', error }, 'mail connection failed'));
  const listening = Promise.withResolvers<void>();
  server.server.once('error', listening.reject);
  server.listen(listen.port, listen.host, () => listening.resolve());
  await listening.promise;
  const bound = server.server.address();
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : listen.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Every failure is returned to the mail server, which keeps the message and retries. */
async function replyFor(
  options: BounceListenerOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Error | null> {
  try {
    await take(options, stream, session);
    return null;
  } catch (error) {
    options.log.warn({ check: 'bounce-listener', error }, 'failed to record bounce report');
    return refusal(451, 'try again later');
  }
}

async function take(
  { domain, onReport, secret }: BounceListenerOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const message = await readWhole(stream);
  const address = session.envelope.rcptTo[0]?.address ?? '';
  const communicationId = returnedCommunication(address, domain, secret);
  if (message === undefined || communicationId === undefined) return;
  const report = await readDeliveryReport(message);
  if (report !== undefined) await onReport({ communicationId, ...report });
}

/** Reads to the end in any case, because the reply comes after it; stores no more than the limit. */
async function readWhole(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= messageMaxBytes) chunks.push(chunk);
  }
  return bytes <= messageMaxBytes ? Buffer.concat(chunks) : undefined;
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

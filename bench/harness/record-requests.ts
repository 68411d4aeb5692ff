import { type BareScript, bareScript } from '../benches/payments-bare.ts';
import { closedLoop } from './http-load.ts';
import { openParameterTypes } from './parameter-types.ts';
import type { PaymentBank } from './payment-bank.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type RecordedFlush, startStatementRecorder } from './statement-recorder.ts';

/** Requests whose statements are recorded. */
const recordedCount = 12;

/** Records what an api sends to PostgreSQL for some requests, one after the other, and returns it for pgbench. */
export async function recordRequests(
  bank: PaymentBank,
  { port }: PostgresServer,
  nextRequest: () => string,
): Promise<BareScript> {
  await using recorder = await startStatementRecorder({ host: '127.0.0.1', port });
  const { api } = bank.through({ api: recorder.port, worker: port });
  await api.start();
  const send = { port: bank.proxyPort, connections: 1, seconds: 60, count: 1, nextRequest };
  // The first requests of a process also fill its caches.
  for (let nth = 0; nth < recordedCount; nth += 1) await closedLoop(send);
  const recordings: (readonly RecordedFlush[])[] = [];
  for (let nth = 0; nth < recordedCount; nth += 1) {
    recorder.take();
    await closedLoop(send);
    recordings.push(recorder.take());
  }
  await api.kill();
  await using types = openParameterTypes(bank.instance.database.appUrl);
  return await bareScript(recordings, types.of);
}

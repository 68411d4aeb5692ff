import { fileURLToPath } from 'node:url';
import { type Static, Type } from 'typebox';
import { Parse } from 'typebox/value';
import { startTestServerProcess } from '#adapters/smtp/test-server-process.suite.ts';
import type { ReceiptOrder, SmsGatewayMode, SmsGatewayStart } from './sms-gateway-mode.suite.ts';

const journaledSms = Type.Object({
  id: Type.String(),
  to: Type.String(),
  text: Type.String(),
  sender: Type.String(),
  'validity-seconds': Type.Number(),
  fields: Type.Array(Type.String()),
  receivedAtMs: Type.Number(),
});

/** One message that the gateway has accepted. */
export type JournaledSms = Readonly<Static<typeof journaledSms>>;

/** A gateway in its own process, for tests and benchmarks. */
export interface SmsGateway extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  readonly token: string;
  readonly journalPath: string;
  setMode(mode: SmsGatewayMode): Promise<void>;
  journal(): Promise<readonly JournaledSms[]>;
  /** Reports to the product; returns the status of the response. */
  sendReceipts(order: ReceiptOrder): Promise<number>;
  cpuMicroseconds(): Promise<number>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./sms-gateway-program.suite.ts', import.meta.url));

/** Starts it on a free port. */
export async function startSmsGateway(
  options: Partial<Omit<SmsGatewayStart, 'journalPath'>> = {},
): Promise<SmsGateway> {
  const process = startTestServerProcess(program);
  const { journalPath, pid, stop } = process;
  const token = options.token ?? 'gateway-token';
  const port = await process.tell({ start: { port: options.port ?? 0, token, journalPath } });
  return {
    port,
    pid,
    url: `http://127.0.0.1:${port}/messages`,
    token,
    journalPath,
    setMode: async (mode) => void (await process.tell({ mode })),
    journal: async () => (await process.lines()).map((line) => Parse(journaledSms, line)),
    sendReceipts: (receipts) => process.tell({ receipts }),
    cpuMicroseconds: () => process.cpuMicroseconds(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

import { fileURLToPath } from 'node:url';
import { type Static, Type } from 'typebox';
import { Parse } from 'typebox/value';
import type { MailServerMode, MailServerStart } from './mail-server-mode.suite.ts';
import { startTestServerProcess } from './test-server-process.suite.ts';

const journaledMail = Type.Object({
  messageId: Type.String(),
  from: Type.String(),
  to: Type.Array(Type.String()),
  isSecure: Type.Boolean(),
  /** Hash of the original message, without doubled dots. */
  sha256: Type.String(),
  bytes: Type.Number(),
  receivedAtMs: Type.Number(),
  content: Type.Optional(Type.String()),
});

/** One message that the mail server has accepted. */
export type JournaledMail = Readonly<Static<typeof journaledMail>>;

/** A mail server in its own process, for tests and benchmarks. */
export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Append-only; one JSON text per line, for runs too long to read at once. */
  readonly journalPath: string;
  setMode(mode: MailServerMode): Promise<void>;
  journal(): Promise<readonly JournaledMail[]>;
  cpuMicroseconds(): Promise<number>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./mail-server-program.suite.ts', import.meta.url));

/** Starts it on a free port. */
export async function startMailServer(
  options: Partial<Omit<MailServerStart, 'journalPath'>> = {},
): Promise<MailServer> {
  const process = startTestServerProcess(program);
  const { journalPath, pid, stop } = process;
  const port = await process.tell({ start: { port: 0, content: 'hashed', ...options, journalPath } });
  return {
    port,
    pid,
    journalPath,
    setMode: async (mode) => void (await process.tell({ mode })),
    journal: async () => (await process.lines()).map((line) => Parse(journaledMail, line)),
    cpuMicroseconds: () => process.cpuMicroseconds(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

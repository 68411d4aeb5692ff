import { block, file, transfer } from '../../server/src/adapters/payment-files/pain001-files.suite.ts';
import { hostileDocuments } from '../../server/src/platform/xml/hostile-documents.suite.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type DocumentSample, type DocumentServer, startDocumentServer } from './documents-harness.ts';

const transfers = 10_000;
const clients = 4;
const filesEach: Readonly<Record<Scale, number>> = { ci: 2, night: 10, full: 50 };

const stallGoalMs = 50;
const refusedGoalMs = 200;
const growthGoalMb = 50;
/** Other processes share the machine of the checks, and a stall is theirs as often as ours. */
const guardFactor = 5;
const stallGuardMs = 1_000;
/** Attempts for each file; a busy server refuses some. */
const attemptsMax = 20;

/** Sends hostile documents, then large payment files by four clients at once, to a server in its own process. */
export async function tortureDocuments({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using server = await startDocumentServer();
  const large = Buffer.from(largeFile());
  // The threads start, and the parser is compiled.
  await Promise.all(['1', '2'].map((client) => server.post(client, large)));
  const hostile = await refuseHostile(server);
  const read = await readLarge(server, large, filesEach[scale]);
  return [...hostile, ...read];
}

function largeFile(): string {
  const remittance = '<RmtInf><Ustrd>Invoice 2026-11 of the supplier</Ustrd></RmtInf>';
  const address =
    '<PstlAdr><StrtNm>Street</StrtNm><BldgNb>1</BldgNb><PstCd>1011</PstCd><TwnNm>Town</TwnNm><Ctry>NL</Ctry></PstlAdr>';
  const one = transfer()
    .replace('</Nm></Cdtr>', `</Nm>${address}</Cdtr>`)
    .replace('</CdtTrfTxInf>', `${remittance}</CdtTrfTxInf>`);
  return file([block(Array.from({ length: transfers }, () => one))]);
}

async function refuseHostile(server: DocumentServer): Promise<readonly Figure[]> {
  let slowest = { name: '', ms: 0 };
  const accepted: string[] = [];
  const before = await server.figures();
  let largestRss = before.rssBytes;
  for (const { bytes, name, reason } of hostileDocuments) {
    const sample = await server.post('hostile', bytes);
    largestRss = Math.max(largestRss, (await server.figures()).rssBytes);
    if (!isRefused(sample, reason)) accepted.push(`${name}: ${sample.status} ${sample.text}`);
    if (sample.ms > slowest.ms) slowest = { name, ms: sample.ms };
  }
  // After each of them, not only at the end: a collection of garbage before the end would hide the growth.
  const growthMb = (largestRss - before.rssBytes) / 1e6;
  const peakMb = ((await server.figures()).peakRssBytes - before.rssBytes) / 1e6;
  return [
    {
      name: 'hostile documents that were not refused as expected',
      figure: `${accepted.length} of ${hostileDocuments.length}${accepted.map((text) => `; ${text}`).join('')}`,
      goal: '0',
      isReached: accepted.length === 0,
    },
    {
      name: 'hostile documents, slowest refusal over HTTP',
      figure: `${slowest.ms.toFixed(0)} ms (${slowest.name})`,
      goal: `under ${refusedGoalMs} ms`,
      isReached: slowest.ms < refusedGoalMs,
      holdsGuard: slowest.ms < refusedGoalMs * guardFactor,
    },
    {
      name: 'hostile documents, largest growth of the process after any of them',
      figure: `${growthMb.toFixed(0)} MB; ${peakMb.toFixed(0)} MB at most since the start, while one is read`,
      goal: `at most ${growthGoalMb} MB`,
      isReached: growthMb <= growthGoalMb,
      holdsGuard: growthMb <= growthGoalMb * guardFactor,
    },
  ];
}

/** An empty body is absent, and one that is too large is refused before it is read. */
function isRefused({ status, text }: DocumentSample, reason: string): boolean {
  if (status === 200) return text === JSON.stringify({ outcome: reason });
  return status === (reason === 'too-large' ? 413 : 400);
}

function outcomesOf(all: readonly DocumentSample[], complete: readonly DocumentSample[]): string {
  const others = all.filter((sample) => !complete.includes(sample)).map(({ text }) => text);
  return others.map((text) => ` ${text}`).join('');
}

async function readLarge(
  server: DocumentServer,
  large: Uint8Array,
  count: number,
): Promise<readonly Figure[]> {
  const before = await server.figures();
  const startedAt = performance.now();
  const samples = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const own: DocumentSample[] = [];
      while (own.filter(({ status }) => status === 200).length < count && own.length < count * attemptsMax)
        own.push(await server.post(String(client), large));
      return own;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { loopCpuMs, rssBytes, stallMs } = await server.figures();
  const sent = samples.flat();
  const loopMs = (loopCpuMs - before.loopCpuMs) / sent.length;
  const all = sent.filter(({ status }) => status === 200);
  const busy = sent.length - all.length;
  const complete = all.filter(({ text }) => text === JSON.stringify({ outcome: String(transfers) }));
  return [
    {
      name: `payment files of ${transfers} transfers, read completely`,
      figure: `${complete.length} of ${clients * count}${outcomesOf(all, complete)} (${(large.length / 1e6).toFixed(1)} MB each, ${(all.length / seconds).toFixed(1)} per second, ${busy} times 503)`,
      goal: 'all',
      isReached: complete.length === clients * count,
    },
    {
      name: `payment files by ${clients} clients at once, longest stall of the event loop`,
      figure: `${stallMs.toFixed(0)} ms`,
      goal: `at most ${stallGoalMs} ms`,
      isReached: stallMs <= stallGoalMs,
      holdsGuard: stallMs <= stallGuardMs,
    },
    {
      name: 'payment files, processor time of the event loop for each',
      figure: `${loopMs.toFixed(1)} ms`,
      goal: `at most ${stallGoalMs} ms`,
      isReached: loopMs <= stallGoalMs,
      holdsGuard: loopMs <= stallGoalMs * guardFactor,
    },
    {
      name: 'payment files, memory of the process afterwards',
      figure: `${(rssBytes / 1e6).toFixed(0)} MB`,
      goal: 'informational',
      isReached: true,
    },
  ];
}

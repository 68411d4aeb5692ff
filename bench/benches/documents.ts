import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { createDocumentRenderer } from '../../server/src/adapters/documents/document-renderer.ts';
import { readTemplateFolder } from '../../server/src/adapters/documents/template-folder.ts';
import type {
  DocumentRenderer,
  Json,
  RenderResult,
} from '../../server/src/capabilities/correspondence/ports/document-renderer.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { cpuSecondsOfFamily } from '../harness/cpu.ts';
import { type Figure, progress, type Row, table } from '../harness/report.ts';

const goalPerCore = 40;
/** Limit for a shared machine and few rounds: fails only on a real regression. */
const guardPerCore = 8;
const handsMax = 1;

interface Work {
  readonly name: string;
  /** Documents per round, so that a round takes at least a second: processor time is counted in hundredths. */
  readonly perRound: number;
  readonly make: (renderer: DocumentRenderer, data: Json) => Promise<RenderResult<unknown>>;
}

interface Measure {
  readonly cpuMs: number;
  readonly perSecond: number;
}

/**
 * Measures the processor time per document: the two-page sample statement, each for another customer, so that no
 * cache helps. Counts this process and its children, with warm templates.
 */
export async function benchDocuments(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 7;
  const works = statementWorks(isShort);
  const measures = new Map<string, Measure[]>(works.map(({ name }) => [name, []]));
  const renderer = createDocumentRenderer({ documentWorkersMax: handsMax, textWorkersMax: handsMax });
  try {
    for (const work of works) await runRound(renderer, work);
    const show = progress('documents', rounds);
    for (let round = 0; round < rounds; round += 1) {
      for (const work of works) measures.get(work.name)?.push(await runRound(renderer, work));
      show(round + 1);
    }
  } finally {
    await renderer.close();
  }
  const perCore = (name: string): number =>
    1_000 / median((measures.get(name) ?? []).map(({ cpuMs }) => cpuMs));
  console.log(
    table(
      ['the statement of two pages', 'CPU ms each', 'lowest', 'per core-second', 'per second, one worker'],
      works.map(({ name }): Row => {
        const taken = measures.get(name) ?? [];
        const perSecond = median(taken.map((measure) => measure.perSecond));
        const lowest = Math.min(...taken.map(({ cpuMs }) => cpuMs));
        return [
          name,
          (1_000 / perCore(name)).toFixed(2),
          lowest.toFixed(2),
          Math.round(perCore(name)),
          Math.round(perSecond),
        ];
      }),
    ),
  );
  return [
    {
      name: 'PDF statements of two pages per core',
      figure: `${perCore('pdf').toFixed(1)}/s`,
      goal: `>= ${goalPerCore}/s`,
      isReached: perCore('pdf') >= goalPerCore,
      holdsGuard: perCore('pdf') >= guardPerCore,
    },
  ];
}

function statementWorks(isShort: boolean): readonly Work[] {
  const folder = fileURLToPath(new URL('../../server/templates/statement', import.meta.url));
  const { schema, locales } = readTemplateFolder(folder);
  const sources = locales.get('en');
  assert(sources?.pdf !== undefined && sources.docx !== undefined, 'the statement has documents');
  const { pdf, docx, texts } = sources;
  const job = { key: 'bench/statement/en', schema, locale: 'en' };
  const share = isShort ? 1 : 2;
  return [
    {
      name: 'pdf',
      perRound: 40 * share,
      make: (renderer, data) => renderer.pdf({ ...job, source: pdf, data }),
    },
    {
      name: 'docx',
      perRound: 60 * share,
      make: (renderer, data) => renderer.docx({ ...job, source: docx, data }),
    },
    {
      name: 'texts',
      perRound: 1_000 * share,
      make: (renderer, data) => renderer.texts({ ...job, source: texts, data }),
    },
  ];
}

let serial = 0;

async function runRound(renderer: DocumentRenderer, { perRound, make }: Work): Promise<Measure> {
  const people = Array.from({ length: perRound }, () => {
    serial += 1;
    return statementFor(serial);
  });
  const before = await cpuSecondsOfFamily(process.pid);
  const startedMs = performance.now();
  for (const data of people) {
    const pressed = await make(renderer, data);
    assert(pressed.kind === 'done', JSON.stringify(pressed));
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const used = (await cpuSecondsOfFamily(process.pid)) - before;
  return { cpuMs: (used * 1_000) / perRound, perSecond: perRound / seconds };
}

const linesPerStatement = 32;

/** Returns two pages for one customer, with unique names and amounts. */
function statementFor(customer: number): Json {
  const money = (minor: number): Json => ({ amount: (minor / 100).toFixed(2), currency: 'EUR' });
  return {
    bank: {
      name: 'Portico Bank',
      address: ['Maliebaan 41', '3581 CD Utrecht'],
      imprint: ['Portico Bank N.V.', 'Maliebaan 41, 3581 CD Utrecht', 'bank.example'],
    },
    holder: { name: `Customer ${customer}`, address: [`Biltstraat ${customer}`, '3572 BJ Utrecht'] },
    account: {
      name: 'Current account',
      iban: `NL91ABNA${String(customer).padStart(10, '0')}`,
      bic: 'PORTNL2U',
      currency: 'EUR',
    },
    number: '2026/10',
    from: '2026-10-01',
    to: '2026-10-31',
    issued: '2026-11-02',
    opening: money(customer * 7),
    incoming: money(customer * 11),
    outgoing: money(-customer * 13),
    closing: money(customer * 5),
    transactions: Array.from({ length: linesPerStatement }, (_, line) => ({
      booked: `2026-10-${String(1 + (line % 30)).padStart(2, '0')}`,
      counterparty: `Merchant ${customer * 37 + line}`,
      details: `Card payment, reference ${customer * 1_000 + line}, Utrecht`,
      amount: money(-(customer * 101 + line * 17)),
      balance: money(customer * 103 + line * 19),
    })),
  };
}

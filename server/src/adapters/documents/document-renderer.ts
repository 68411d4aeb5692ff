import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import type {
  DocumentRenderer,
  RenderResult,
  Texts,
} from '#capabilities/correspondence/ports/document-renderer.ts';
import { dataLimits, faultOfShape } from './data-shape.ts';
import { type HandLimits, startProcess, startThread } from './render-worker.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

/** What a press may use; each has a value that suits a machine of two cores. */
export interface RendererOptions {
  /** How many documents of one format are made side by side. */
  readonly documentHandsMax?: number;
  /** Texts have threads of their own, so that a code never waits behind a statement. */
  readonly textHandsMax?: number;
  /** How many jobs of one craft may wait; the next one finds the press busy. */
  readonly waitingMax?: number;
  readonly documentTimeLimitMs?: number;
  readonly textTimeLimitMs?: number;
  readonly productMaxBytes?: number;
  /** Of one hand, beyond which it is ended. */
  readonly memoryMaxMb?: number;
}

const documentHandsDefaultMax = 2;

const defaults = {
  textHandsMax: 1,
  waitingMax: 200,
  documentTimeLimitMs: 30_000,
  textTimeLimitMs: 5_000,
  productMaxBytes: 50_000_000,
  memoryMaxMb: 1_024,
};

/**
 * Makes a press. Hands start when the first job of their craft comes.
 *
 * What keeps a template from the outside: hands get no environment and no input; Liquid has no file system and no
 * tag that would use one; a docx with relations to the outside is refused; Typst has a workspace in which nothing
 * can exist, may import one module only, and runs in a process whose every way to the network leads nowhere.
 */
export function createPress(options: RendererOptions = {}): DocumentRenderer {
  const documentHandsMax = Math.min(documentHandsDefaultMax, availableParallelism());
  const rules = { documentHandsMax, ...defaults, ...options };
  const limits: HandLimits = { memoryMaxMb: rules.memoryMaxMb, productMaxBytes: rules.productMaxBytes };
  const ofDocuments = {
    handsMax: rules.documentHandsMax,
    waitingMax: rules.waitingMax,
    timeLimitMs: rules.documentTimeLimitMs,
  };
  const ofTexts = {
    handsMax: rules.textHandsMax,
    waitingMax: rules.waitingMax,
    timeLimitMs: rules.textTimeLimitMs,
  };
  const crews = {
    texts: createWorkerPool((overseer) => startThread(programs.texts, limits, overseer), ofTexts),
    pdf: createWorkerPool((overseer) => startProcess(programs.pdf, limits, overseer), ofDocuments),
    docx: createWorkerPool((overseer) => startThread(programs.docx, limits, overseer), ofDocuments),
  };
  return {
    texts: async (job) => checked(await done(crews.texts, job), isTexts),
    pdf: async (job) => checked(await done(crews.pdf, job), isBytes),
    docx: async (job) => checked(await done(crews.docx, job), isBytes),
    async close() {
      await Promise.all([crews.texts.close(), crews.pdf.close(), crews.docx.close()]);
    },
  };
}

const programs = {
  texts: new URL('./text-thread.ts', import.meta.url),
  pdf: new URL('./pdf-process.ts', import.meta.url),
  docx: new URL('./docx-thread.ts', import.meta.url),
};

async function done(pool: WorkerPool, { key, schema, source, data, locale }: Task): Promise<WorkerResponse> {
  const fault = faultOfShape(data, dataLimits);
  return fault ?? (await pool.do({ key, schema, source, data, locale }));
}

/** What comes from a hand is checked, not believed: a wrong product is a bug and must not leave as a document. */
function checked<Product>(
  answer: WorkerResponse,
  isProduct: (product: unknown) => product is Product,
): RenderResult<Product> {
  if (answer.kind !== 'done') return answer;
  const { product } = answer;
  assert(isProduct(product), 'a hand gave back something else');
  return { kind: 'done', product };
}

function isBytes(product: unknown): product is Uint8Array {
  return product instanceof Uint8Array;
}

function isTexts(product: unknown): product is Texts {
  return typeof product === 'object' && product !== null && 'title' in product && 'text' in product;
}

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import type {
  DocumentRenderer,
  RenderResult,
  Texts,
} from '#capabilities/correspondence/ports/document-renderer.ts';
import { dataLimits, shapeError } from './data-shape.ts';
import { startProcess, startThread, type WorkerLimits } from './render-worker.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

/** Limits of a renderer; the defaults suit a machine with two cores. */
export interface RendererOptions {
  /** Number of workers per document format. */
  readonly documentWorkersMax?: number;
  /** Texts have their own threads, so that a code never waits behind a statement. */
  readonly textWorkersMax?: number;
  /** Number of jobs of one format that may wait; the next one gets `busy`. */
  readonly waitingMax?: number;
  readonly documentTimeLimitMs?: number;
  readonly textTimeLimitMs?: number;
  readonly productMaxBytes?: number;
  /** Of one worker; a worker that exceeds it is terminated. */
  readonly memoryMaxMb?: number;
}

const documentWorkersDefaultMax = 2;

const defaults = {
  textWorkersMax: 1,
  waitingMax: 200,
  documentTimeLimitMs: 30_000,
  textTimeLimitMs: 5_000,
  productMaxBytes: 50_000_000,
  memoryMaxMb: 1_024,
};

/**
 * Creates a renderer. Workers start with the first job of their format.
 *
 * Isolation of templates: workers get no environment and no input; Liquid has no file system and no tag that would use
 * one; a docx with external relationships is rejected; Typst has a workspace in which nothing can exist, may import one
 * module only, and runs in a process without usable network.
 */
export function createDocumentRenderer(options: RendererOptions = {}): DocumentRenderer {
  const documentWorkersMax = Math.min(documentWorkersDefaultMax, availableParallelism());
  const rules = { documentWorkersMax, ...defaults, ...options };
  const limits: WorkerLimits = { memoryMaxMb: rules.memoryMaxMb, productMaxBytes: rules.productMaxBytes };
  const ofDocuments = {
    workersMax: rules.documentWorkersMax,
    waitingMax: rules.waitingMax,
    timeLimitMs: rules.documentTimeLimitMs,
  };
  const ofTexts = {
    workersMax: rules.textWorkersMax,
    waitingMax: rules.waitingMax,
    timeLimitMs: rules.textTimeLimitMs,
  };
  const pools = {
    texts: createWorkerPool((callbacks) => startThread(programs.texts, limits, callbacks), ofTexts),
    pdf: createWorkerPool((callbacks) => startProcess(programs.pdf, limits, callbacks), ofDocuments),
    docx: createWorkerPool((callbacks) => startThread(programs.docx, limits, callbacks), ofDocuments),
  };
  return {
    texts: async (job) => checked(await done(pools.texts, job), isTexts),
    pdf: async (job) => checked(await done(pools.pdf, job), isBytes),
    docx: async (job) => checked(await done(pools.docx, job), isBytes),
    async close() {
      await Promise.all([pools.texts.close(), pools.pdf.close(), pools.docx.close()]);
    },
  };
}

const programs = {
  texts: new URL('./text-thread.ts', import.meta.url),
  pdf: new URL('./pdf-process.ts', import.meta.url),
  docx: new URL('./docx-thread.ts', import.meta.url),
};

async function done(pool: WorkerPool, { key, schema, source, data, locale }: Task): Promise<WorkerResponse> {
  const error = shapeError(data, dataLimits);
  return error ?? (await pool.run({ key, schema, source, data, locale }));
}

/** Checks the result of a worker: an unexpected result is an internal error and must not be sent as a document. */
function checked<Product>(
  response: WorkerResponse,
  isProduct: (product: unknown) => product is Product,
): RenderResult<Product> {
  if (response.kind !== 'done') return response;
  const { product } = response;
  assert(isProduct(product), 'worker returned an unexpected result');
  return { kind: 'done', product };
}

function isBytes(product: unknown): product is Uint8Array {
  return product instanceof Uint8Array;
}

function isTexts(product: unknown): product is Texts {
  return typeof product === 'object' && product !== null && 'title' in product && 'text' in product;
}

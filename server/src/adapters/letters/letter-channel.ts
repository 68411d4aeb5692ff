import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import { before, TooSlow } from '#adapters/delivery/with-deadline.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { keepNames, placeFile } from './spool-file.ts';

/** Where letters wait for the bank's print street. */
export interface LetterOptions {
  /** One folder, written by us and emptied by the print street: `<id>.pdf` first, then `<id>.json`. */
  readonly folder: string;
  /** Sets a letter that is not a PDF already. */
  readonly print: (outbound: OutboundMessage) => Promise<Uint8Array>;
  readonly capacity?: number;
  readonly timeoutMs?: number;
}

const capacityDefault = 4;
const timeoutDefaultMs = 30_000;
const addressLinesMax = 10;
const addressLineMaxLength = 100;
const pdf = 'application/pdf';

/** Puts letters into a folder. A letter counts from the moment its description is there. */
export function createLetterChannel(options: LetterOptions): Channel {
  const timeoutMs = options.timeoutMs ?? timeoutDefaultMs;
  return boundedChannel({
    medium: 'letter',
    name: 'letter',
    capacity: options.capacity ?? capacityDefault,
    waitMs: timeoutMs,
    hand: (outbound) => inTime(timeoutMs, hand(outbound, options)),
  });
}

async function hand(outbound: OutboundMessage, options: LetterOptions): Promise<SendResult> {
  // It becomes a file name, so nothing but a plain id will do.
  assert(/^[A-Za-z0-9_-]{1,64}$/.test(outbound.communicationId), 'an id fits a file name');
  const address = addressLines(outbound.to);
  if (address === undefined) return { kind: 'refused', reason: 'letter address' };
  const pages = await pagesOf(outbound, options);
  if (pages === undefined) return { kind: 'deferred', reason: 'letter print' };
  // A disk that is full, gone or not ours is an outage like any other.
  try {
    await spool(options.folder, outbound, { address, pages });
    return { kind: 'taken', reference: undefined, isDelivered: false };
  } catch (error) {
    return { kind: 'unavailable', reason: `letter ${codeOf(error)}` };
  }
}

async function spool(
  folder: string,
  { bankId, communicationId, created, language }: OutboundMessage,
  { address, pages }: Readonly<{ address: readonly string[]; pages: Uint8Array }>,
): Promise<void> {
  if (await isThere(join(folder, `${communicationId}.json`))) return;
  const description = {
    'communication-id': communicationId,
    'bank-id': bankId,
    address,
    language,
    created: toWireTimestamp(created),
    file: `${communicationId}.pdf`,
    digest: `sha-256=${hash('sha256', pages)}`,
  };
  await placeFile(folder, `${communicationId}.pdf`, pages);
  await placeFile(folder, `${communicationId}.json`, `${JSON.stringify(description)}\n`);
  await keepNames(folder);
}

/** A single PDF is the letter itself; everything else has to be set. Undefined when that failed. */
async function pagesOf(outbound: OutboundMessage, { print }: LetterOptions): Promise<Uint8Array | undefined> {
  const [first, ...others] = outbound.enclosures;
  if (first?.contentType === pdf && others.length === 0) return first.content;
  // Whatever the press stumbles over is in this letter; the others go on.
  return print(outbound).catch(() => undefined);
}

/** The address as lines for a window; undefined when no letter would arrive there. */
function addressLines(to: string): readonly string[] | undefined {
  const lines = to
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isFit = lines.length >= 2 && lines.length <= addressLinesMax && lines.every(isPrintable);
  return isFit ? lines : undefined;
}

function isPrintable(line: string): boolean {
  return line.length <= addressLineMaxLength && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'failed';
}

/** A press or a network disk that hangs must not hold a place for ever; what it does later does no harm. */
async function inTime(limitMs: number, work: Promise<SendResult>): Promise<SendResult> {
  try {
    return await before(performance.now() + limitMs, work);
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    return { kind: 'unavailable', reason: 'letter timeout' };
  }
}

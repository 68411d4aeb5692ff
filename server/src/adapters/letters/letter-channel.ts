import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import { DeadlineExceeded, withDeadline } from '#adapters/delivery/with-deadline.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { syncDirectory, writeSpoolFile } from './spool-file.ts';

/** The folder of letters for the bank's print service. */
export interface LetterOptions {
  /** One folder, written by Portico and emptied by the print service: `<id>.pdf` first, then `<id>.json`. */
  readonly folder: string;
  /** Renders a letter that is not a PDF already. */
  readonly print: (outbound: OutboundMessage) => Promise<Uint8Array>;
  readonly capacity?: number;
  readonly timeoutMs?: number;
}

const capacityDefault = 4;
const timeoutDefaultMs = 30_000;
const addressLinesMax = 10;
const addressLineMaxLength = 100;
const pdf = 'application/pdf';

/** Writes letters into a folder. A letter counts from the moment its description exists. */
export function createLetterChannel(options: LetterOptions): Channel {
  const timeoutMs = options.timeoutMs ?? timeoutDefaultMs;
  return boundedChannel({
    medium: 'letter',
    name: 'letter',
    capacity: options.capacity ?? capacityDefault,
    waitMs: timeoutMs,
    sendNow: (outbound) => inTime(timeoutMs, hand(outbound, options)),
  });
}

async function hand(outbound: OutboundMessage, options: LetterOptions): Promise<SendResult> {
  // The id becomes a file name, so only plain ids are accepted.
  assert(/^[A-Za-z0-9_-]{1,64}$/.test(outbound.communicationId), 'id must be usable as a file name');
  const address = addressLines(outbound.to);
  if (address === undefined) return { kind: 'refused', reason: 'letter address' };
  const pages = await pagesOf(outbound, options);
  if (pages === undefined) return { kind: 'deferred', reason: 'letter print' };
  // A full, missing or unwritable disk is an outage.
  try {
    await spool(options.folder, outbound, { address, pages });
    return { kind: 'accepted', reference: undefined, isDelivered: false };
  } catch (error) {
    return { kind: 'unavailable', reason: `letter ${codeOf(error)}` };
  }
}

async function spool(
  folder: string,
  { bankId, communicationId, created, language }: OutboundMessage,
  { address, pages }: Readonly<{ address: readonly string[]; pages: Uint8Array }>,
): Promise<void> {
  if (await exists(join(folder, `${communicationId}.json`))) return;
  const description = {
    'communication-id': communicationId,
    'bank-id': bankId,
    address,
    language,
    created: toWireTimestamp(created),
    file: `${communicationId}.pdf`,
    digest: `sha-256=${hash('sha256', pages)}`,
  };
  await writeSpoolFile(folder, `${communicationId}.pdf`, pages);
  await writeSpoolFile(folder, `${communicationId}.json`, `${JSON.stringify(description)}\n`);
  await syncDirectory(folder);
}

/** A single PDF is the letter itself; everything else is rendered. Undefined if that failed. */
async function pagesOf(outbound: OutboundMessage, { print }: LetterOptions): Promise<Uint8Array | undefined> {
  const [first, ...others] = outbound.enclosures;
  if (first?.contentType === pdf && others.length === 0) return first.content;
  // A rendering failure concerns this letter only.
  return print(outbound).catch(() => undefined);
}

/** Returns the address as lines for a window envelope; undefined if the address is not deliverable. */
function addressLines(to: string): readonly string[] | undefined {
  const lines = to
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isUsableId = lines.length >= 2 && lines.length <= addressLinesMax && lines.every(isPrintable);
  return isUsableId ? lines : undefined;
}

function isPrintable(line: string): boolean {
  return line.length <= addressLineMaxLength && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'failed';
}

/**
 * Limits the time: a renderer or network disk that hangs must not occupy a slot forever; a late result does no harm.
 */
async function inTime(limitMs: number, work: Promise<SendResult>): Promise<SendResult> {
  try {
    return await withDeadline(performance.now() + limitMs, work);
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    return { kind: 'unavailable', reason: 'letter timeout' };
  }
}

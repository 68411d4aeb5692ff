import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { OutboundMessage } from '#capabilities/correspondence/ports/channel.ts';
import {
  type Arrival,
  type ChannelHarness,
  channelContract,
  type ServerMode,
} from '#capabilities/correspondence/testing/channel.suite.ts';
import { outboundMessageFor } from '#capabilities/correspondence/testing/outbound-message.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import { createLetterChannel, type LetterOptions } from './letter-channel.ts';

const to = 'Ada Lovelace\n12 St James’s Square\nLondon\nUnited Kingdom';

interface LetterHarness extends ChannelHarness {
  readonly folder: string;
}

/** Replaces the document renderer: the pages contain their source. */
async function printed({ text, title }: OutboundMessage): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify({ title, text }));
}

async function openHarness(options: Partial<LetterOptions> = {}): Promise<LetterHarness> {
  const parent = await mkdtemp(join(tmpdir(), 'letters-'));
  const folder = join(parent, 'spool');
  await mkdir(folder);
  let mode: ServerMode = 'well';
  const channel = createLetterChannel({
    folder,
    timeoutMs: 800,
    print: async (outbound) => {
      const delayMs = { late: 80, slow: 3_000 }[String(mode)];
      if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return printed(outbound);
    },
    ...options,
  });
  return {
    channel,
    to,
    folder,
    limitMs: 3_000,
    async switchMode(next) {
      if (next === 'down') await rename(folder, `${folder}-away`);
      else if (mode === 'down') await rename(`${folder}-away`, folder);
      mode = next;
    },
    arrivals: () => lettersIn(folder),
    async [Symbol.asyncDispose]() {
      await channel.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** The files in the print folder, oldest first. */
async function lettersIn(folder: string): Promise<readonly Arrival[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, written: (await stat(join(folder, name))).mtimeMs })),
  );
  aged.sort((one, other) => one.written - other.written);
  return Promise.all(aged.map(({ name }) => readLetter(folder, name)));
}

async function readLetter(folder: string, name: string): Promise<Arrival> {
  const description: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const pages = await readFile(join(folder, String(at(description, 'file'))));
  const made: unknown = JSON.parse(pages.toString('utf8'));
  const address: unknown = at(description, 'address');
  return {
    communicationId: String(at(description, 'communication-id')),
    to: Array.isArray(address) ? address.join('\n') : '',
    title: String(at(made, 'title')),
    text: String(at(made, 'text')),
    fields: Object.keys(Object(description)),
    digest: `${String(at(description, 'digest'))} ${hash('sha256', pages)}`,
  };
}

channelContract('letter', () => openHarness(), { never: ['refusing', 'deferring'] });

describe('a letter', () => {
  it('is a pair of files, and no other file stays in the folder', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to, { communicationId: 'letter-1', language: 'en-GB' });
    expect(await harness.channel.send(outbound)).toEqual({
      kind: 'accepted',
      reference: undefined,
      isDelivered: false,
    });
    expect((await readdir(harness.folder)).toSorted()).toEqual(['letter-1.json', 'letter-1.pdf']);
    const pages = await printed(outbound);
    expect(JSON.parse(await readFile(join(harness.folder, 'letter-1.json'), 'utf8'))).toEqual({
      'communication-id': 'letter-1',
      'bank-id': 'bank-1',
      address: to.split('\n'),
      language: 'en-GB',
      created: '2026-03-01T09:30:00.000Z',
      file: 'letter-1.pdf',
      digest: `sha-256=${hash('sha256', pages)}`,
    });
    expect((await stat(join(harness.folder, 'letter-1.pdf'))).mode & 0o777).toBe(0o640);
  });

  const content = Buffer.from('%PDF-1.7 as it came');
  const page = { name: 'a.pdf', contentType: 'application/pdf', content };
  const picture = { name: 'a.png', contentType: 'image/png', content };

  test.each([
    ['one PDF is used as it is', [page], true],
    ['two PDFs are rendered', [page, page], false],
    ['a picture is rendered', [picture], false],
    ['a PDF and a picture are rendered', [page, picture], false],
    ['no attachment is rendered', [], false],
  ])('with %s', async (_name, enclosures, isAsItCame) => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to, { enclosures });
    await harness.channel.send(outbound);
    const pages = await readFile(join(harness.folder, `${outbound.communicationId}.pdf`));
    expect(pages.equals(content)).toBe(isAsItCame);
  });

  it('that exists already is not written again', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to);
    await harness.channel.send(outbound);
    const path = join(harness.folder, `${outbound.communicationId}.pdf`);
    await writeFile(path, 'marked by the print service');
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'accepted' });
    expect(await readFile(path, 'utf8')).toBe('marked by the print service');
  });

  it('with its pages only is written again completely', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to);
    await writeFile(join(harness.folder, `${outbound.communicationId}.pdf`), 'half');
    await harness.channel.send(outbound);
    const [letter] = await harness.arrivals();
    expect(letter?.text).toBe(outbound.text);
  });

  test.each(['', 'Ada Lovelace', '\n\n', `${to}\n${'x'.repeat(101)}`, 'a\n'.repeat(11), 'Ada\0\nLondon'])(
    'to %j is refused',
    async (address) => {
      await using harness = await openHarness();
      const outcome = await harness.channel.send(outboundMessageFor(address));
      expect(outcome).toEqual({ kind: 'refused', reason: 'letter address' });
      expect(await readdir(harness.folder)).toEqual([]);
    },
  );

  test.each(['../a', 'a/b', '', 'a\0'])('never leaves its folder by the id %j', async (communicationId) => {
    await using harness = await openHarness();
    await expect(harness.channel.send(outboundMessageFor(to, { communicationId }))).rejects.toThrow(
      'a file name',
    );
  });
});

describe('an outage', () => {
  it('of the renderer is deferred', async () => {
    await using harness = await openHarness({
      print: () => Promise.reject(new Error('the template is broken')),
    });
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
      kind: 'deferred',
      reason: 'letter print',
    });
    expect(await readdir(harness.folder)).toEqual([]);
  });

  it('of the folder leaves nothing behind', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to);
    await mkdir(join(harness.folder, `${outbound.communicationId}.pdf`));
    expect(await harness.channel.send(outbound)).toEqual({ kind: 'unavailable', reason: 'letter EISDIR' });
    expect(await readdir(harness.folder)).toEqual([`${outbound.communicationId}.pdf`]);
  });

  it('of a missing folder, or of a path that is not a folder', async () => {
    await using harness = await openHarness();
    await writeFile(join(harness.folder, 'file'), '');
    const outcomes = await Promise.all(
      ['file', 'nowhere'].map((name) => {
        const channel = createLetterChannel({ folder: join(harness.folder, name), print: printed });
        return channel.send(outboundMessageFor(to));
      }),
    );
    expect(outcomes).toEqual([
      { kind: 'unavailable', reason: 'letter ENOTDIR' },
      { kind: 'unavailable', reason: 'letter ENOENT' },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { hostileDocuments, tooManyElements } from './hostile-documents.suite.ts';
import { readDocument } from './read-document.ts';
import { XmlError } from './xml-error.ts';
import { type Element, readXml } from './xml-tree.ts';

function refusalOf(bytes: Uint8Array): string {
  try {
    readDocument(bytes);
    return 'read';
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return String(error.reason);
  }
}

describe('a document', () => {
  it('becomes plain values with the lines of its elements', () => {
    const root = readDocument(Buffer.from('\uFEFF<a xmlns="urn:x" n="1"\n>\n<b>one &amp; &#x74;wo</b></a>'));
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:x', line: 1, text: '' });
    expect(root.attributes).toEqual(new Map([['n', '1']]));
    expect(root.children).toMatchObject([{ name: 'b', line: 3, text: 'one & two', children: [] }]);
  });

  it('has no attributes of foreign namespaces', () => {
    const root = readDocument(Buffer.from('<a xmlns:x="urn:x" x:Ccy="EUR"/>'));
    expect(root.attributes).toEqual(new Map());
  });

  it('has a character that is divided between two chunks', () => {
    const text = `<a>${'<b>1234567890</b>'.repeat(7_000)}<c>${'€'.repeat(3_000)}</c></a>`;
    for (const shift of [0, 1, 2]) {
      const root = readDocument(Buffer.from(' '.repeat(shift) + text));
      expect(root.children.at(-1)?.text).toBe('€'.repeat(3_000));
    }
  });

  it('passes elements at a path to a function and does not keep them', () => {
    const seen: string[] = [];
    const root = readDocument(Buffer.from('<a><b><c>1</c></b><c>2</c><b><c>3</c><d/></b></a>'), {
      'a/b/c': ({ text }) => seen.push(text),
    });
    expect(seen).toEqual(['1', '3']);
    expect(root.children.map(({ children, name, text }) => [name, text, children.length])).toEqual([
      ['b', '', 0],
      ['c', '2', 0],
      ['b', '', 1],
    ]);
  });
});

describe('a hostile document', () => {
  it('comes from a table of more than sixty', () => {
    expect(hostileDocuments.length).toBeGreaterThan(60);
  });

  it.each(hostileDocuments)('with $name is refused: $reason', ({ bytes, reason }) => {
    expect(refusalOf(bytes)).toBe(reason);
  });

  it('with one element too many is refused', () => {
    expect(refusalOf(tooManyElements.bytes)).toBe(tooManyElements.reason);
  });
});

/** Element names, texts and attributes, without lines. */
function content({ attributes, children, name, namespace, text }: Element): unknown {
  return [namespace, name, new Map(attributes), text, children.map(content)];
}

function contentBy(read: (bytes: Uint8Array) => Element, bytes: Uint8Array): unknown {
  try {
    return content(read(bytes));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return 'refused';
  }
}

describe('random documents', () => {
  const pieces = [
    ['<a>', '</a>', '<b/>', '<b c="1">', '</b>', '<p:b xmlns:p="urn:p">', '</p:b>', '<b xmlns="urn:q"/>'],
    ['<!-- ', '-->', '<?p ', '?>', '<![CDATA[', ']]>', 'x', '&amp;', '&x;', '&#13;', '&#x9;', '"', "'"],
    [' ', '\n', '\r\n', '\r', '\t', '<', '>', '/>', '=', 'é', '€', '🂡', '\u0085', '\u2028', '\uFFFE', '-'],
  ];
  const piece = fc.constantFrom(...pieces.flat());

  it('are read as libxml2 reads them, or refused', { timeout: 60_000 }, () => {
    let readable = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (chosen) => {
        const bytes = Buffer.from(`<a>${chosen.join('')}</a>`);
        const ours = contentBy(readDocument, bytes);
        if (ours === 'refused') return;
        readable += 1;
        expect(ours).toEqual(contentBy(readXml, bytes));
      }),
      { seed: seedOfRun(), numRuns: 5_000 },
    );
    expect(readable).toBeGreaterThan(100);
  });

  it('of random bytes are read or refused, and nothing else is thrown', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(refusalOf(Buffer.concat([Buffer.from('<a b="'), bytes, Buffer.from('"/>')]))).toMatch(
          /^[a-z-]+$/,
        );
      }),
      { seed: seedOfRun(), numRuns: 2_000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlError } from './xml-error.ts';
import { depthMax } from './xml-scan.ts';
import { fileMaxBytes } from './xml-text.ts';
import { readXml } from './xml-tree.ts';

function refusalOf(file: string | Buffer): string {
  try {
    readXml(typeof file === 'string' ? Buffer.from(file) : file);
    return 'read';
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return `${error.reason} ${error.line}`;
  }
}

describe('an XML file', () => {
  it('becomes plain values with the lines of its elements', () => {
    const root = readXml(Buffer.from('<a xmlns="urn:x" n="1"\n>\n<b>one &amp; <![CDATA[two]]></b></a>'));
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:x', line: 1, text: '' });
    expect(root.attributes.get('n')).toBe('1');
    expect(root.children).toMatchObject([{ name: 'b', line: 3, text: 'one & two', children: [] }]);
  });

  it('has texts that every parser reads alike: nothing interrupts one', () => {
    expect(refusalOf('<a>\n<b>1<!-- -->2</b></a>')).toBe('text-interrupted 2');
    expect(refusalOf('<a>\n<b>1<?p ?>2</b></a>')).toBe('instruction 2');
    expect(refusalOf('<a><!-- --><b>12</b></a>')).toBe('read');
  });

  it('is refused by its text, before a parser reads it', () => {
    expect(refusalOf('\n<!DOCTYPE a><a/>')).toBe('doctype 2');
    expect(refusalOf(Buffer.from('\n<!DOCTYPE a><a/>', 'utf16le'))).toBe('doctype 2');
    expect(refusalOf(' <?xml version="1.0"?><a/>')).toBe('instruction 1');
    expect(refusalOf(`${'<a>'.repeat(depthMax + 1)}`)).toBe('too-deep 1');
    expect(refusalOf(Buffer.alloc(fileMaxBytes + 1, ' '))).toBe('too-large 1');
    expect(refusalOf('<?xml version="1.0" encoding="UTF-7"?><a/>')).toBe('encoding 1');
    expect(refusalOf(`<a>${'x'.repeat(10_001)}</a>`)).toBe('text-too-long 1');
    expect(refusalOf('<a>')).toBe('not-well-formed 1');
  });

  it('is parsed or refused with an XmlError, whatever it is', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<!-- ',
      '-->',
      '<?p ',
      '?>',
      '<![CDATA[',
      ']]>',
      'x',
      '&amp;',
      '&x;',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(refusalOf(`<a>${pieces.join('')}</a>`)).toMatch(/^(?:read|[a-z-]+ \d+)$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { boundaryOf, type FormResult, readForm } from './form-data.ts';

const options = { boundary: 'b', partsMax: 3 };
const disposition = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const part = (head: string, content: string): string => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const form = (...parts: readonly string[]): string => `${parts.join('')}--b--\r\n`;
const one = part(disposition('x'), '1');
const read = (text: string): FormResult => readForm(Buffer.from(text, 'latin1'), options);

/** Names, types and contents of a form. */
function contents(text: string): unknown {
  const result = read(text);
  if (result.kind === 'invalid') return result.reason;
  return result.parts.map(({ end, mediaType, name, start }) => [name, mediaType, text.slice(start, end)]);
}

describe('a form', () => {
  it('has its parts with names, types and contents', () => {
    const xml = part(
      `${disposition('xml_sct')}\r\nContent-Type: Application/XML; charset=utf-8`,
      '<a>\r\n</a>',
    );
    expect(contents(form(xml, one))).toEqual([
      ['xml_sct', 'application/xml', '<a>\r\n</a>'],
      ['x', undefined, '1'],
    ]);
  });

  it.each([
    ['an empty part', form(part(disposition('x'), '')), ''],
    ['a boundary without its line', form(part(disposition('x'), 'a--b\n--b--')), 'a--b\n--b--'],
    ['a file name', form(part(`${disposition('x')}; filename="a.xml"`, '1')), '1'],
    ['an unquoted name', form(part('content-disposition:form-data;name=x', '1')), '1'],
    [
      'an encoding that changes nothing',
      form(part(`${disposition('x')}\r\nContent-Transfer-Encoding: binary`, '1')),
      '1',
    ],
    ['no line end after the last boundary', form(one).slice(0, -2), '1'],
  ])('may have %s', (_, text, content) => {
    expect(contents(text)).toEqual([['x', undefined, content]]);
  });

  it.each([
    ['nothing', ''],
    ['text before the first boundary', `x\r\n${form(one)}`],
    ['text after the last boundary', `${form(one)}x`],
    ['only its end', '--b--\r\n'],
    ['no end', one],
    ['an end that is cut off', `${one}--b-`],
    ['white space after a boundary', form(one.replace('--b\r\n', '--b \r\n'))],
    ['a longer boundary', form(one.replace('--b\r\n', '--bb\r\n'))],
    ['a longer boundary in the middle', form(one, one.replace('--b\r\n', '--bb\r\n'))],
    ['line ends without carriage returns', form(one).replaceAll('\r', '')],
    ['a part twice', form(one, one)],
    ['too many parts', form(...['p', 'q', 'r', 's'].map((name) => part(disposition(name), '1')))],
    ['a part without a head', '--b\r\n\r\n1\r\n--b--\r\n'],
    ['a part without a name', form(part('Content-Disposition: form-data', '1'))],
    ['a part without a disposition', form(part('Content-Type: application/json', '1'))],
    ['a part with an empty name', form(part(disposition(''), '1'))],
    ['a part with a strange name', form(part(disposition('a b'), '1'))],
    ['a part with a long name', form(part(disposition('x'.repeat(65)), '1'))],
    ['a part with two names', form(part(`${disposition('x')}; name="y"`, '1'))],
    ['an extended file name', form(part(`${disposition('x')}; filename*=UTF-8''a`, '1'))],
    ['an extended name', form(part(`${disposition('x')}; name*=UTF-8''y`, '1'))],
    ['a name in pieces', form(part(`${disposition('x')}; name*0=y`, '1'))],
    // RFC 2046 5.1.1: the second line end of the head is that of the delimiter, and the part is empty.
    ['a boundary at once after a head', form(part(disposition('x'), one))],
    [
      'another encoding of text',
      form(part(`${disposition('x')}\r\nContent-Type: text/xml; charset=utf-16`, '1')),
    ],
    ['an attachment', form(part('Content-Disposition: attachment; name="x"', '1'))],
    ['two dispositions', form(part(`${disposition('x')}\r\n${disposition('y')}`, '1'))],
    ['a folded header field', form(part(`${disposition('x')};\r\n filename="a"`, '1'))],
    ['a header field without a colon', form(part(`${disposition('x')}\r\nx`, '1'))],
    ['a control character in the head', form(part(`${disposition('x')}\r\nX: \u0000`, '1'))],
    ['a letter beyond ASCII in the head', form(part(disposition('é'), '1'))],
    ['a long head', form(part(`${disposition('x')}\r\nX: ${'y'.repeat(1_000)}`, '1'))],
    ['many header fields', form(part(`${disposition('x')}${'\r\nX1: 1'.repeat(9)}`, '1'))],
    ['a nested form', form(part(`${disposition('x')}\r\nContent-Type: multipart/mixed; boundary=c`, '1'))],
    ['a message', form(part(`${disposition('x')}\r\nContent-Type: message/rfc822`, '1'))],
    ['a type that is none', form(part(`${disposition('x')}\r\nContent-Type: xml`, '1'))],
    ['Base64', form(part(`${disposition('x')}\r\nContent-Transfer-Encoding: base64`, 'MQ=='))],
    [
      'quoted-printable',
      form(part(`${disposition('x')}\r\nContent-Transfer-Encoding: quoted-printable`, '1')),
    ],
  ])('with %s is refused', (_, text) => {
    expect(read(text).kind).toBe('invalid');
  });

  it.each([
    ['b', true],
    ["0'()+_,-./:=?", true],
    ['a b', true],
    ['a ', false],
    ['', false],
    ['x'.repeat(71), false],
    ['a"b', false],
    ['a\tb', false],
  ])('with the boundary %j: %s', (boundary, isValid) => {
    const parameters = new Map([['boundary', boundary]]);
    expect(boundaryOf({ essence: 'multipart/form-data', parameters })).toBe(isValid ? boundary : undefined);
  });

  it('of random pieces never has overlapping parts or parts that contain a delimiter', () => {
    const piece = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      disposition('x'),
      disposition('y'),
      '\n',
      '\r',
      '1',
      ':',
      ' ',
      'X: 1',
    );
    let readable = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = `--b\r\n${disposition('z')}\r\n\r\n${pieces.join('')}\r\n--b--`;
        const result = read(text);
        if (result.kind === 'invalid') return;
        readable += 1;
        let before = 0;
        for (const { end, start } of result.parts) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(text.slice(start, end)).not.toContain('\r\n--b');
          before = end;
        }
      }),
      { seed: seedOfRun(), numRuns: 5_000 },
    );
    expect(readable).toBeGreaterThan(100);
  });
});

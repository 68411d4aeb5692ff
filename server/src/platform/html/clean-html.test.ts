import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '#platform/testing/processor-time.ts';
import { anyHtml, errorsIn, hostile, ourHosts } from './clean-html.suite.ts';
import { cleanHtml, textOfHtml } from './clean-html.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const rules = { linkHosts: ourHosts };
const clean = (dirty: string): string | undefined => cleanHtml(dirty, rules);

describe('hostile html', () => {
  test('is covered in every kind', () => {
    expect(new Set(hostile).size).toBe(hostile.length);
    expect(hostile.length).toBeGreaterThanOrEqual(100);
  });

  test.each(hostile)('is reduced to allowed tags and links: %s', (dirty) => {
    const cleaned = clean(dirty) ?? 'refused';
    expect(errorsIn(cleaned)).toEqual([]);
    expect(clean(cleaned)).toBe(cleaned);
    expect(cleaned).not.toBe('refused');
  });

  test('would be detected by these checks', () => {
    const found = hostile.filter((dirty) => errorsIn(dirty).length > 0);
    expect(found.length).toBeGreaterThan(70);
  });
});

describe('allowed content', () => {
  test.each([
    ['Words & more', 'Words &amp; more'],
    ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
    ['<P>a<BR>b<hr></P>', '<p>a<br>b</p><hr><p></p>'],
    ['<b>a <i>b</i></b>', '<b>a <i>b</i></b>'],
    ['<p dir="rtl" lang="he-IL">x</p>', '<p dir="rtl" lang="he-IL">x</p>'],
    ['<ol start="3"><li>x</li></ol>', '<ol start="3"><li>x</li></ol>'],
    [
      '<table><tr><th scope=col colspan=2 rowspan=3 width=9>a</th><td colspan=2>b</td></tr></table>',
      '<table><tbody><tr><th scope="col" colspan="2" rowspan="3">a</th><td colspan="2">b</td></tr></tbody></table>',
    ],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<pre>a\n  b</pre>', '<pre>a\n  b</pre>'],
    ['<pre>\n\n\nx</pre>', '<pre>\n\n\nx</pre>'],
    [`"double" and 'single'`, '&quot;double&quot; and &#39;single&#39;'],
    ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
    ['a\u00a0b &euro; 漢 😀', 'a\u00a0b € 漢 😀'],
    ['', ''],
  ])('of %j is %j', (dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });

  test.each([
    ['<section>a</section>', 'a'],
    ['<font color=red>a</font>', 'a'],
    ['<img alt="a">b', 'b'],
    ['<script>a</script>b', 'b'],
    ['<style>a</style>b', 'b'],
    ['<svg><text>a</text></svg>b', 'b'],
    ['<!-- a -->b', 'b'],
    ['<p class="x" style="y">b</p>', '<p>b</p>'],
    ['<p dir="up" lang="x">b</p>', '<p>b</p>'],
    ['<td colspan="1000">b</td>', '<td>b</td>'],
    ['<ol start="-1"></ol>', '<ol></ol>'],
  ])('of %j is reduced to %j', (dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });
});

describe('a link', () => {
  test.each(['https://bank.example/', 'https://www.bank.example/a?b=c&d=e#f', 'https://bank.example/a%20b'])(
    'to %s is preserved',
    (href) => {
      const written = href.replaceAll('&', '&amp;');
      expect(clean(`<a href="${written}">x</a>`)).toBe(`<a href="${written}">x</a>`);
    },
  );

  test.each([
    ['HTTPS://BANK.EXAMPLE/x', 'https://bank.example/x'],
    [' https://bank.example/x ', 'https://bank.example/x'],
    ['https:bank.example/x', 'https://bank.example/x'],
    ['https://bank.example:443/x', 'https://bank.example/x'],
    ['https://bank.example/"><script>', 'https://bank.example/%22%3E%3Cscript%3E'],
  ])('to %j is written in its parsed form', (href, expected) => {
    const written = href.replaceAll('"', '&quot;');
    expect(clean(`<a href="${written}">x</a>`)).toBe(`<a href="${expected}">x</a>`);
  });

  test.each([
    'http://bank.example/',
    'https://other.bank.example/',
    'https://bank.example./',
    'https://xbank.example/',
    'https://bank.exampl\u0435/',
    'https://user@bank.example/',
    'https://:pin@bank.example/',
    'ftp://bank.example/',
    'mailto:help@bank.example',
    'tel:+4930123456',
    '/relative',
    '#fragment',
    '?query',
    '',
    'https://',
    'https://[::1]/',
    'blob:https://bank.example/1',
    'view-source:https://bank.example/',
  ])('to %j loses its target and keeps its text', (href) => {
    expect(clean(`<a href="${href}">words</a>`)).toBe('<a>words</a>');
  });

  test('is removed if no host is allowed', () => {
    expect(cleanHtml('<a href="https://bank.example/">x</a>', { linkHosts: [] })).toBe('<a>x</a>');
  });
});

describe('any html', () => {
  test('becomes HTML of allowed tags, attributes and links, and cleaning is idempotent', () => {
    fc.assert(
      fc.property(anyHtml, (dirty) => {
        const cleaned = clean(dirty) ?? 'refused';
        expect(errorsIn(cleaned)).toEqual([]);
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has text without tags or blank lines', () => {
    fc.assert(
      fc.property(anyHtml, (dirty) => {
        const words = textOfHtml(clean(dirty) ?? 'refused') ?? 'refused';
        expect(words).not.toMatch(/\n{3}|^\s|\s$/);
        expect(words.replaceAll(/\s/g, '')).toBe(textOf(parseFragment(clean(dirty) ?? 'refused').childNodes));
      }),
      { numRuns: 300 },
    );
  });

  test('that is plain text is unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [node] = parseFragment(
          clean(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')) ?? '',
        ).childNodes;
        expect(node !== undefined && 'value' in node ? node.value : '').toBe(text);
      }),
    );
  });
});

/** All text of a tree without white space. */
function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value.replaceAll(/\s/g, '');
      return 'tagName' in node ? textOf(node.childNodes) : '';
    })
    .join('');
}

describe('the text of HTML', () => {
  test.each([
    ['Plain &amp; simple', 'Plain & simple'],
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['one<br><br>two', 'one\n\ntwo'],
    ['one<br><br><br><br>two', 'one\n\ntwo'],
    ['  much \n\t room ', 'much room'],
    ['a<b>b</b>c <i> d </i> e', 'abc d e'],
    ['<div>a</div>b', 'a\nb'],
    ['<h1>Title</h1>Text', 'Title\nText'],
    ['a<hr>b', 'a\n\nb'],
    ['<blockquote>a</blockquote>b', 'a\nb'],
    ['<section>a</section>b', 'a\nb'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a b\n\nc d'],
    ['<pre>a\n  b</pre>', 'a\nb'],
    ['a<script>b</script><style>c</style><!-- d -->e', 'ae'],
    ['<a href="https://bank.example/">x</a>', 'x'],
    ['', ''],
  ])('%j are %j', (dirty, expected) => {
    expect(textOfHtml(dirty)).toBe(expected);
  });

  test.each(['<ul><li>a</li><li>b</li></ul>', '<dl><dt>a</dt><dd>b</dd></dl>', '<h5>a</h5><h6>b</h6>'])(
    'of %s is on separate lines',
    (dirty) => {
      expect(textOfHtml(dirty)?.split(/\n+/)).toEqual(['a', 'b']);
    },
  );
});

describe('oversized input', () => {
  const many = (count: number, part: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => part(index)).join('');
  test.each<[string, string]>([
    ['nested tags', '<div>'.repeat(45_000) + '</div>'.repeat(45_000)],
    ['unclosed tags', '<b>'.repeat(200_000)],
    ['different tags', many(30_000, (index) => `<b id=${index}>`)],
    [
      'tags that are reopened in each paragraph',
      `<p>${many(20_000, (index) => `<b id=${index}>`)}${'<p>x'.repeat(50_000)}`,
    ],
    ['overlapping tags', '<b><p>'.repeat(30_000) + '</b>'.repeat(30_000)],
    ['overlapping tags within the limit', '<b><p>'.repeat(3_000) + '</b>'.repeat(100_000)],
    ['nested links', '<a>'.repeat(19_000)],
    ['content that a table moves before itself', `<table>${'x<b>'.repeat(100_000)}`],
    ['nested tables', '<table><tr><td>'.repeat(30_000)],
    ['end tags without a start', '</p></b>'.repeat(60_000)],
    ['attributes', `<p ${many(60_000, (index) => `a${index} `)}>`],
    ['characters that must be escaped', '<&"'.repeat(50_000)],
    ['comments', '<!--'.repeat(120_000)],
    ['blanks', ' '.repeat(500_000)],
    ['preserved white space', `<pre>x${' '.repeat(100_000)}x</pre>`],
    ['lines', `<pre>x${'\n'.repeat(500_000)}x</pre>`],
    ['white space in tags', '<i> </i>x'.repeat(19_000)],
    ['foreign content', '<svg><math>'.repeat(40_000)],
  ])('of hundreds of kilobytes of %s is processed quickly', (_name, dirty) => {
    let cleaned: string | undefined;
    const ms = cpuMsOf(() => {
      cleaned = clean(dirty);
      textOfHtml(dirty);
    });
    expect(ms).toBeLessThan(2_000);
    expect(errorsIn(cleaned ?? '')).toEqual([]);
  });

  test('is refused; large but plain input is not', () => {
    expect(clean('<b>'.repeat(200_000))).toBeUndefined();
    expect(textOfHtml('<b>'.repeat(200_000))).toBeUndefined();
    expect(clean('<p>x</p>'.repeat(5_000))).toBe('<p>x</p>'.repeat(5_000));
    expect(clean('x'.repeat(500_000))).toBe('x'.repeat(500_000));
  });

  test('in depth loses its deepest content, and stays clean', () => {
    const cleaned = clean(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}shallow`) ?? '';
    expect(cleaned).toContain('shallow');
    expect(errorsIn(cleaned)).toEqual([]);
    expect(clean(cleaned)).toBe(cleaned);
  });
});

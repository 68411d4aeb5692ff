import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '#platform/testing/processor-time.ts';
import { anyHtml, faultsIn, hostile, ourHosts } from './clean-html.suite.ts';
import { cleanHtml, textOfHtml } from './clean-html.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const rules = { linkHosts: ourHosts };
const clean = (dirty: string): string | undefined => cleanHtml(dirty, rules);

describe('hostile html', () => {
  test('is there in every kind', () => {
    expect(new Set(hostile).size).toBe(hostile.length);
    expect(hostile.length).toBeGreaterThanOrEqual(100);
  });

  test.each(hostile)('leaves nothing but tags and links we know: %s', (dirty) => {
    const cleaned = clean(dirty) ?? 'refused';
    expect(faultsIn(cleaned)).toEqual([]);
    expect(clean(cleaned)).toBe(cleaned);
    expect(cleaned).not.toBe('refused');
  });

  test('would be found by these very checks', () => {
    const found = hostile.filter((dirty) => faultsIn(dirty).length > 0);
    expect(found.length).toBeGreaterThan(70);
  });
});

describe('what stays', () => {
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
  ])('of %j is no more than %j', (dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });
});

describe('a link', () => {
  test.each(['https://bank.example/', 'https://www.bank.example/a?b=c&d=e#f', 'https://bank.example/a%20b'])(
    'to %s stays',
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
  ])('to %j is written as it was understood', (href, expected) => {
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
  ])('to %j loses its target and keeps its words', (href) => {
    expect(clean(`<a href="${href}">words</a>`)).toBe('<a>words</a>');
  });

  test('stays nowhere when no host is ours', () => {
    expect(cleanHtml('<a href="https://bank.example/">x</a>', { linkHosts: [] })).toBe('<a>x</a>');
  });
});

describe('any html', () => {
  test('becomes html of tags, attributes and links we know, which is clean already', () => {
    fc.assert(
      fc.property(anyHtml, (dirty) => {
        const cleaned = clean(dirty) ?? 'refused';
        expect(faultsIn(cleaned)).toEqual([]);
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has words without tags or lines of blanks', () => {
    fc.assert(
      fc.property(anyHtml, (dirty) => {
        const words = textOfHtml(clean(dirty) ?? 'refused') ?? 'refused';
        expect(words).not.toMatch(/\n{3}|^\s|\s$/);
        expect(words.replaceAll(/\s/g, '')).toBe(
          wordsOf(parseFragment(clean(dirty) ?? 'refused').childNodes),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('that is only text comes back as it was', () => {
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

/** All text of a tree without its blanks. */
function wordsOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value.replaceAll(/\s/g, '');
      return 'tagName' in node ? wordsOf(node.childNodes) : '';
    })
    .join('');
}

describe('the words of html', () => {
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
    'of %s stand in lines of their own',
    (dirty) => {
      expect(textOfHtml(dirty)?.split(/\n+/)).toEqual(['a', 'b']);
    },
  );
});

describe('too much of anything', () => {
  const many = (count: number, part: (place: number) => string): string =>
    Array.from({ length: count }, (_, place) => part(place)).join('');
  test.each<[string, string]>([
    ['tags in tags', '<div>'.repeat(45_000) + '</div>'.repeat(45_000)],
    ['tags that stay open', '<b>'.repeat(200_000)],
    ['tags that are different', many(30_000, (place) => `<b id=${place}>`)],
    [
      'tags that come back in each paragraph',
      `<p>${many(20_000, (place) => `<b id=${place}>`)}${'<p>x'.repeat(50_000)}`,
    ],
    ['tags that cross each other', '<b><p>'.repeat(30_000) + '</b>'.repeat(30_000)],
    ['tags within the limit that cross each other', '<b><p>'.repeat(3_000) + '</b>'.repeat(100_000)],
    ['links in links', '<a>'.repeat(19_000)],
    ['what a table puts before itself', `<table>${'x<b>'.repeat(100_000)}`],
    ['tables in tables', '<table><tr><td>'.repeat(30_000)],
    ['ends without a beginning', '</p></b>'.repeat(60_000)],
    ['attributes', `<p ${many(60_000, (place) => `a${place} `)}>`],
    ['signs that must be escaped', '<&"'.repeat(50_000)],
    ['comments', '<!--'.repeat(120_000)],
    ['blanks', ' '.repeat(500_000)],
    ['blanks that are kept', `<pre>x${' '.repeat(100_000)}x</pre>`],
    ['lines', `<pre>x${'\n'.repeat(500_000)}x</pre>`],
    ['blanks in tags', '<i> </i>x'.repeat(19_000)],
    ['other languages', '<svg><math>'.repeat(40_000)],
  ])('hundreds of kilobytes of %s are done with soon', (_name, dirty) => {
    let cleaned: string | undefined;
    const ms = cpuMsOf(() => {
      cleaned = clean(dirty);
      textOfHtml(dirty);
    });
    expect(ms).toBeLessThan(2_000);
    expect(faultsIn(cleaned ?? '')).toEqual([]);
  });

  test('is refused, what is large but plain is not', () => {
    expect(clean('<b>'.repeat(200_000))).toBeUndefined();
    expect(textOfHtml('<b>'.repeat(200_000))).toBeUndefined();
    expect(clean('<p>x</p>'.repeat(5_000))).toBe('<p>x</p>'.repeat(5_000));
    expect(clean('x'.repeat(500_000))).toBe('x'.repeat(500_000));
  });

  test('in depth loses what lies deepest, and stays clean', () => {
    const cleaned = clean(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}shallow`) ?? '';
    expect(cleaned).toContain('shallow');
    expect(faultsIn(cleaned)).toEqual([]);
    expect(clean(cleaned)).toBe(cleaned);
  });
});

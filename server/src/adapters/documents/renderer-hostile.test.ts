import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { job, requireRendered, typst } from './document-renderer.suite.ts';
import { createDocumentRenderer } from './document-renderer.ts';

// Workers restart many times here, on a shared machine.
vi.setConfig({ testTimeout: 40_000 });

const timeLimitMs = 2_000;
const boundMs = 6_000;
const renderer = createDocumentRenderer({
  documentWorkersMax: 1,
  documentTimeLimitMs: timeLimitMs,
  textTimeLimitMs: timeLimitMs,
  memoryMaxMb: 700,
});

let canary: Server;
let address = '';
let connections = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const at = canary.address();
  address = typeof at === 'object' && at !== null ? `127.0.0.1:${at.port}` : '';
});

afterAll(async () => {
  await renderer.close();
  await new Promise((resolve) => canary.close(resolve));
});

async function within<Result>(work: Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  const result = await work;
  expect(performance.now() - startedMs).toBeLessThan(boundMs);
  return result;
}

const plain = (text: string): { readonly title: string; readonly text: string } => ({ title: 'x', text });

test.each([
  ['an endless range', '{% for i in (1..1000000000) %}x{% endfor %}', 'over-limit'],
  [
    'nested loops',
    '{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}{% endfor %}{% endfor %}{% endfor %}',
    'over-limit',
  ],
  [
    'a text that doubles',
    `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`,
    'over-limit',
  ],
  ['a file', '{% include "/etc/passwd" %}', 'template-not-valid'],
  ['a rendered file', '{% render "../../package.json" %}', 'template-not-valid'],
  ['a layout', '{% layout "x" %}', 'template-not-valid'],
  ['unescaped output', '{{ name | raw }}', 'template-not-valid'],
  ['the clock', '{{ "now" | date: "%s" }}', 'template-not-valid'],
  ['the constructor', '{{ constructor }}', 'template-not-valid'],
  ['the constructor of a value', '{{ name.constructor }}', 'template-not-valid'],
  ['a prototype', '{{ name.__proto__ }}', 'template-not-valid'],
  ['an unclosed tag', '{% if name %}', 'template-not-valid'],
])('a text template with %s', async (_name, text, kind) => {
  expect((await within(renderer.texts(job(plain(text), { name: 'Anna' })))).kind).toBe(kind);
});

test.each(['${7*7}', '<%= 7*7 %>', '#{7*7}', '[[7*7]]'])(
  'other template languages stay text: %s',
  async (text) => {
    expect(requireRendered(await renderer.texts(job(plain(text)))).text).toBe(text);
  },
);

test.each([
  '{{ 7 | times: 7 }}',
  '{% raw %}',
  '{{constructor}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
])('data is never evaluated as a template: %s', async (hostile) => {
  const pressed = await renderer.texts(job({ ...plain('{{ a }}'), html: '<p>{{ a }}</p>' }, { a: hostile }));
  const { text, html } = requireRendered(pressed);
  expect(text).toBe(hostile);
  expect(html).not.toContain('<script');
});

const packages = '@preview/cetz:0.3.4';

test.each([
  ['a package', `#import "${packages}": canvas`],
  ['a package by another keyword', `#include "${packages}"`],
  ['a package whose name is computed', '#let a = "@pre" + "view/x:1.0.0"\n#{ import (a): b }'],
  ['code from text', '#eval("1 + 1")'],
  ['code from the standard library', '#dictionary(std).at("ev" + "al")("1")'],
  ['a file of the machine', '#read("/etc/passwd")'],
  ['a file in a parent folder', '#read("../../../etc/passwd")'],
  ['an included file', '#include "x.typ"'],
  ['an external picture', '#image("http://CANARY/x.png", alt: "x")'],
  ['external data', '#json("http://CANARY/x.json")'],
  ['a program', '#plugin("x.wasm")'],
  ['the clock', '#datetime.today().display()'],
  ['a system font', '#text(font: "DejaVu Sans Mono", `x`)'],
  ['no title', '#set document(title: none)\nx'],
  [
    'a picture without alternative text',
    "#image(bytes(\"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>\"))",
  ],
  ['a mistake', '#nothing-of-this-name'],
])('a Typst template with %s is rejected', async (_name, body) => {
  const source = typst(body.replaceAll('CANARY', address));
  expect((await within(renderer.pdf(job(source)))).kind).toBe('template-not-valid');
});

test.each([
  ['an endless loop', '#let n = 0\n#while n < 1 { n = n * 1 }'],
  ['a recursive function', '#let f(n) = f(n + 1)\n#f(0)'],
  ['nested loops', '#for i in range(3000) { for j in range(3000) { for k in range(3000) { let x = i } } }'],
  ['a range of a billion', '#let a = range(1000000000)\n#a.len()'],
  [
    'a tree of calls',
    '#let f(n, m) = if n == 0 { m } else { f(n - 1, m * 2) + f(n - 1, m * 2 + 1) }\n#f(40, 1)',
  ],
  ['a text of gigabytes', '#let a = "x" * 1000000000\n#(a * 20).len()'],
])(
  'a Typst template with %s is terminated, and the next job is served',
  { timeout: 20_000 },
  async (_name, body) => {
    expect((await within(renderer.pdf(job(typst(body))))).kind).toBe('over-limit');
    expect((await renderer.pdf(job(typst('fine')))).kind).toBe('done');
  },
);

test('markup in the data of a PDF stays text', async () => {
  const data = { name: '#panic() *x* $x$ @x <x> = y \\ #read("/etc/passwd") \u202e中文\u0000' };
  const schema = { properties: { name: { type: 'string' } } };
  expect((await renderer.pdf({ ...job(typst('#data.name'), data), schema })).kind).toBe('done');
});

function nested(levels: number): Json {
  return levels === 0 ? 'deep' : { below: nested(levels - 1) };
}

const reserved: Json = JSON.parse('{"a": {"__proto__": {"x": 1}}}');

test.each<[string, Json, unknown]>([
  ['fifty megabytes', { a: 'x'.repeat(50_000_000) }, { kind: 'over-limit', limit: 'size' }],
  [
    'a million items',
    { a: Array.from({ length: 1_000_000 }, () => 1) },
    { kind: 'over-limit', limit: 'size' },
  ],
  ['a thousand levels', nested(1_000), expect.objectContaining({ kind: 'data-not-valid' })],
  [
    'a prototype',
    reserved,
    { kind: 'data-not-valid', errors: [{ path: '/a/__proto__', rule: 'reserved-name' }] },
  ],
  [
    'a constructor',
    { constructor: 1 },
    { kind: 'data-not-valid', errors: [{ path: '/constructor', rule: 'reserved-name' }] },
  ],
])('data with %s is rejected at once', async (_name, data, response) => {
  expect(await within(renderer.texts(job(plain('x'), data)))).toEqual(response);
});

test('a catastrophic pattern costs the time limit, and queued jobs are served', async () => {
  const schema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const hostile = renderer.texts({ ...job(plain('x'), { a: `${'a'.repeat(40)}!` }), schema });
  const waiting = renderer.texts(job(plain('fine')));
  expect(await within(hostile)).toEqual({ kind: 'over-limit', limit: 'time' });
  expect((await within(waiting)).kind).toBe('done');
});

test('an invalid schema, or one with external references, is an error of the template', async () => {
  for (const schema of [{ type: 'nonsense' }, { $ref: `http://${address}/schema.json` }])
    expect((await renderer.texts({ ...job(plain('x')), schema })).kind).toBe('template-not-valid');
});

// The last test: it checks the effects of all others.
test('no test has opened a connection', () => {
  expect(connections).toBe(0);
});

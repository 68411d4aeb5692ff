/**
 * Addresses that look like a registered one, or that have two readings. While `registeredRedirects` are registered,
 * each of `hostileRedirects` must be refused wherever a redirect is requested.
 */
export const registeredRedirects = [
  'https://app.bank.test/cb',
  'https://app.bank.test/signed-out?from=app',
  'https://console.bank.test:8443/',
  'https://xn--bnk-rla.test/cb',
] as const;

const target = registeredRedirects[0];
const lines = (text: string): readonly string[] => text.trim().split(/[ \n]+/);

const userInfo = lines(`
  app.bank.test@evil.test app.bank.test:443@evil.test app.bank.test%40evil.test app.bank.test%2540evil.test
  user@app.bank.test user:secret@app.bank.test :@app.bank.test @app.bank.test app.bank.test@app.bank.test
  a@b@app.bank.test a@b@c@evil.test evil.test@app.bank.test@evil.test app.bank.test@@evil.test app.bank.test:@evil.test
  evil.test%23@app.bank.test app.bank.test&@evil.test app.bank.test;@evil.test app.bank.test,@evil.test
  app.bank.test=@evil.test app.bank.test$@evil.test app.bank.test!@evil.test app.bank.test*@evil.test
  app.bank.test'@evil.test app.bank.test(@evil.test)`);

const brokenNames = lines(`
  test app.bank.test. app.bank.test.. .app.bank.test app..bank.test app.bank..test *.bank.test * app.*.test ?.bank.test
  %61pp.bank.test app%2ebank.test app.bank%2etest app%00.bank.test app.bank.test%00.evil.test app.bank.test%20
  app.bank.test%09 app.bank.test%0d%0a app.bank.test%2f.evil.test app.bank.test%5c.evil.test app.bank.test%3f.evil.test
  app.bank.test%23.evil.test app_bank.test -app.bank.test app-.bank.test app.bank.test- app.bank.test,evil.test
  app.bank.test|evil.test app.bank.test"evil.test app.bank.test<evil.test app.bank.test^evil.test app.bank.test&evil.test
  APP.bank.test App.Bank.Test app.bank.TEST aPP.bank.test ${'a'.repeat(64)}.bank.test ${'a.'.repeat(130)}bank.test`);

// Look-alikes of other alphabets, full-width and circled forms, signs that become a dot or a slash, invisible signs.
const alphabets = lines(`
  аpp.bank.test app.bаnk.test арр.bank.test app.bank.tеst αpp.bank.test ａｐｐ.bank.test app.ｂａｎｋ.test app。bank。test
  app．bank．test app｡bank｡test app․bank․test app·bank.test ⓐⓟⓟ.bank.test 𝐚𝐩𝐩.bank.test app.bank.test／evil.test
  app.bank.test⁄evil.test app.bank.test∕evil.test app.bank.test╱evil.test app.bank.test＼evil.test app.bank.test＃evil.test
  app.bank.test？evil.test app.bank.test＠evil.test app.bank.test：443 app.bank.test℀evil.test app.bank.test⸮evil.test
  app\u00ad.bank.test app\u200b.bank.test app\u200d.bank.test app\u2060.bank.test \u202etset.knab.ppa app\u0301.bank.test
  ſapp.bank.test app.ban\u212a.test app.bänk.test bänk.test ba\u0308nk.test faß.test XN--bnk-rla.test Xn--bnk-rla.test
  xn--BNK-RLA.test xn--bnk-rla.test. xn--.test xn--bank-.test xn--app-.bank.test`);

// The user's own machine and IP addresses: decimal, octal, hexadecimal, short, full-width, IPv6 with IPv4 inside.
const ownMachine = lines(`
  localhost LOCALHOST localhost. app.localhost app.bank.test.localhost localhost.localdomain localhost6.localdomain6
  ip6-localhost 127.0.0.1 127.0.0.1. 127.1 127.0.1 127.127.127.127 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1
  0177.1 017700000001 127.0.0.0x1 00000177.00.0.1 127。0。0。1 １２７.０.０.１ ①②⑦.0.0.1 %31%32%37.0.0.1 0 0.0.0.0 0x0 00 1
  256 4294967295 10.0.0.1 10.1 0xa000001 012.0.0.1 172.16.0.1 192.168.0.1 192.168.257 3232235521 169.254.169.254
  2852039166 0xa9fea9fe 100.64.0.1 8.8.8.8 134744072 255.255.255.255 1.2.3 1.2.3.4.5 app.bank.1 app.bank.0x1 app.bank.1e3
  [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1]
  [64:ff9b::127.0.0.1] [2002:7f00:1::] [fe80::1] [fe80::1%25eth0] [fc00::1] [fd00:ec2::254] [2001:db8::1]
  [2606:4700::1111] [v1.app] [app.bank.test] ::1 localhost%00.bank.test localhost#.bank.test localhost?.bank.test
  localhost\\.bank.test`);

const ports = lines(`
  :443 :0443 :00000443 : :0 :65536 :99999 :-1 :+443 :4e2 :0x1bb :443:443 :４４３ :443@evil.test :443.evil.test :evil.test
  :443# :443? :443\\ :08443`);

const paths = lines(String.raw`
  //cb /cb// ///cb //evil.test //evil.test/cb /./cb /cb/. /cb/./ /cb/.. /cb/../cb /cb/../x /x/../cb /x/./../cb /../cb
  /../../cb /cb/../../evil /%2e/cb /%2E/cb /%2e%2e/cb /x/%2e%2e/cb /x/.%2e/cb /x/%2e./cb /x/%2E%2E/cb /x/%252e%252e/cb
  /x/%c0%ae%c0%ae/cb /x/%u002e%u002e/cb /x/..;/cb /x/..;a=b/cb /x/..%3b/cb /x\..\cb /x/..\cb /x/..%5ccb /x/..%5Ccb
  /x/..%2fcb /x/..%2Fcb /x/..%252fcb %2fcb /%2fcb /%2Fcb /c%62 /%63b /cb%00 /cb%00.evil /cb%0a
  /cb%0d%0aLocation:%20https://evil.test /cb%20 /cb% /cb%2 /cb%zz /cb%23 /cb%3f /cb; /cb;x /cb;jsessionid=1 /;/cb /cb,
  /cb| /cb" /cb' /cb<script> /cb{} /cb^ /cb@evil.test /@evil.test/cb /cb:443 /* /cb* /cｂ /сb ／cb \cb \\cb /\cb
  \/cb /\evil.test/cb \\evil.test\cb /cb! /cb$ /cb(x) /cb+x /cb=x /cb&x`);

const queries = lines(String.raw`
  ? ?? ?code=stolen ?a=b&code=stolen ?state=fixed ?iss=x ?error=x ?iss=https://evil.test ?next=https://evil.test
  ?next=//evil.test ?redirect_uri=https://evil.test ?& ?= ?%00 ?a=%0d%0a ?a=b;c=d ?a[]=b ?a=b&& ?a==b &x=1
  &redirect_uri=https://evil.test ?/../evil ?@evil.test ?\evil.test ?a=b?c=d`);

const fragments = lines('# #x #/evil #@evil.test #access_token=1 ?# ?x#y ## %23 ＃x');

const schemes = [
  ...lines(String.raw`
    http://app.bank.test/cb HTTPS://app.bank.test/cb Https://app.bank.test/cb httpS://app.bank.test/cb
    https:/app.bank.test/cb https:app.bank.test/cb https:///app.bank.test/cb https:////app.bank.test/cb
    https:\\app.bank.test\cb https:\/app.bank.test/cb https:/\app.bank.test/cb https//app.bank.test/cb
    https;//app.bank.test/cb https%3a//app.bank.test/cb https：//app.bank.test/cb https:// https: https
    //app.bank.test/cb /cb cb app.bank.test/cb app.bank.test . ? # * null undefined javascript:alert(1)
    JaVaScRiPt:alert(1) javascript://app.bank.test/cb%0aalert(1) javascript://app.bank.test/%0d%0aalert(1)//
    jav&#x09;ascript:alert(1) vbscript:msgbox(1) data:text/html,<script>alert(1)</script>
    data:text/html;base64,PHNjcmlwdD4= data://app.bank.test/cb file:///etc/passwd file://app.bank.test/cb
    ftp://app.bank.test/cb ftps://app.bank.test/cb ws://app.bank.test/cb wss://app.bank.test/cb
    blob:https://app.bank.test/cb filesystem:https://app.bank.test/cb view-source:https://app.bank.test/cb about:blank
    mailto:a@app.bank.test tel:112 intent://app.bank.test/cb#Intent;scheme=https;end
    android-app://test.bank.app/https/app.bank.test/cb bankapp://cb bankapp:/cb test.bank.app:/cb
    test.bank.app://app.bank.test/cb urn:ietf:wg:oauth:2.0:oob urn:ietf:wg:oauth:2.0:oob:auto ldap://app.bank.test/cb
    gopher://app.bank.test/cb x-https://app.bank.test/cb httpss://app.bank.test/cb https+x://app.bank.test/cb
    url:https://app.bank.test/cb http:https://app.bank.test/cb https:https://app.bank.test/cb
    https://https://app.bank.test/cb https://http://app.bank.test/cb https://app.bank.test/cb,https://evil.test/
    https://evil.test/https://app.bank.test/cb https://evil.test/?https://app.bank.test/cb
    https://evil.test/#https://app.bank.test/cb https://evil.test\https://app.bank.test/cb
    https://evil.test#@app.bank.test/cb https://evil.test?@app.bank.test/cb https://evil.test/@app.bank.test/cb
    https://evil.test\@app.bank.test/cb https://app.bank.test\@evil.test/cb https://app.bank.test/\@evil.test/cb
    https://app.bank.test#@evil.test/cb https://app.bank.test?@evil.test/cb https://app.bank.test:443#@evil.test/cb`),
  '',
  ' ',
  'java\tscript:alert(1)',
  'https://app.bank.test/cb https://evil.test/',
  'https://app.bank.test/cb\nhttps://evil.test/',
];

/** Characters that parsers drop, so that they read something else than a comparison does. */
const dropped = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  ' ',
  '\u00a0',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
];
const places = [0, 1, 'https'.length, 'https:'.length, 'https://'.length, 'https://app'.length, -3, -1];
const withDropped = dropped.flatMap((sign) => [
  ...places.map((place) => `${target.slice(0, place)}${sign}${target.slice(place)}`),
  `${target}${sign}`,
]);

const tooLong = [
  `${target}?${'a'.repeat(512)}`,
  `https://app.bank.test/${'a/'.repeat(10_000)}`,
  `https://${'a'.repeat(100_000)}.test/cb`,
  'https://'.repeat(1_000),
];

/** Addresses with a second reading, or of a kind that cannot be registered: refused whatever is registered. */
export const unregistrableRedirects: readonly string[] = [
  ...new Set([
    ...[...userInfo, ...brokenNames, ...alphabets, ...ownMachine].flatMap((host) => [
      `https://${host}/cb`,
      `https://${host}`,
    ]),
    ...ports.flatMap((port) => [`https://app.bank.test${port}/cb`, `https://app.bank.test${port}`]),
    ...['https://app.bank.test', 'https://console.bank.test:8443'].flatMap((front) => [
      front,
      ...paths.map((path) => front + path),
    ]),
    ...queries.map((query) => `${target}${query}`),
    ...fragments.map((fragment) => `${target}${fragment}`),
    ...schemes,
    ...withDropped,
    ...tooLong,
  ]),
];

/** Valid addresses of other clients, one step away from a registered one. */
export const foreignRedirects: readonly string[] = [
  ...lines(`
    bank.test app.bank.test.evil.test app.bank.testevil.test evilapp.bank.test evil-app.bank.test app.bank.test-evil.test
    www.app.bank.test app.bank.tes app.bank.testt app.bank.test2 appbank.test app-bank.test app.bank-test.test
    a.app.bank.test app.bank app.evil.test app.bank.com app.bonk.test xn--bnk-rlb.test xn--bnk-qla.test
    xn--pp-7cd.bank.test xn--80ak6aa92e.test xn--fa-hia.test app.bank.test:80 app.bank.test:8443 app.bank.test:65535
    console.bank.test console.bank.test:8444`).map((host) => `https://${host}/cb`),
  ...lines(`
    / /cb/ /CB /Cb /cB /c /cbx /cb. /cb.. /.cb /cb/... /c?b /cb/cb /cb?x /cb?x=1 /cb?from=app /cb?redirect_uri=x
    /signed-out /signed-out?from /signed-out?from= /signed-out?from=App /signed-out?from=app&x=1
    /signed-out?x=1&from=app /signed-out?from=app&from=app`).map((path) => `https://app.bank.test${path}`),
];

/** Several hundred, without duplicates. */
export const hostileRedirects: readonly string[] = [...unregistrableRedirects, ...foreignRedirects];

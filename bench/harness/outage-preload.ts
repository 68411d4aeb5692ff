import dns from 'node:dns';
import { readFileSync } from 'node:fs';

// Preloaded into a process under test with `--import`. A file, which the run changes, decides how the name of the
// database resolves; and the clock of the process may be ahead.
const { OUTAGE_HOST: host, OUTAGE_RESOLVER: resolverFile, OUTAGE_CLOCK_AHEAD_MS: aheadMs } = process.env;

if (host !== undefined && resolverFile !== undefined) {
  const lookup = dns.lookup.bind(dns);
  const resolve = (...parts: readonly unknown[]): unknown => {
    const [name, ...rest] = parts;
    const found = name === host ? readFileSync(resolverFile, 'utf8').trim() : name;
    if (typeof found !== 'string' || !/^E[A-Z_]+$/.test(found)) {
      const response: unknown = Reflect.apply(lookup, dns, [found, ...rest]);
      return response;
    }
    const callback = rest.at(-1);
    const failure = Object.assign(new Error(`getaddrinfo ${found}`), {
      code: found,
      syscall: 'getaddrinfo',
    });
    if (typeof callback === 'function')
      setImmediate(() => void Reflect.apply(callback, undefined, [failure]));
    return {};
  };
  Object.assign(dns, { lookup: resolve });
}

if (aheadMs !== undefined) {
  const ahead = Number(aheadMs);
  const RealDate = Date;
  const now = (): number => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct(target, parts: readonly unknown[]) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Reflect.construct of Date returns a Date
      return Reflect.construct(target, parts.length === 0 ? [now()] : [...parts]) as Date;
    },
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** Puts an address in front of the relative links in `_links`, at any depth of a body. */
export function withAbsoluteLinks(body: unknown, base: string): unknown {
  if (Array.isArray(body)) return body.map((element) => withAbsoluteLinks(element, base));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === '_links' ? absolute(value, base) : withAbsoluteLinks(value, base),
    ]),
  );
}

function absolute(links: unknown, base: string): unknown {
  if (typeof links !== 'object' || links === null) return links;
  return Object.fromEntries(
    Object.entries(links).map(([name, link]: [string, unknown]) => {
      const href: unknown = typeof link === 'object' && link !== null ? Reflect.get(link, 'href') : undefined;
      const isRelative = typeof href === 'string' && href.startsWith('/');
      return [name, isRelative ? { href: `${base}${href}` } : link];
    }),
  );
}

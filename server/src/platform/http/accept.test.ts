import { describe, expect, it } from 'vitest';
import { chooseMediaType } from './accept.ts';

const offers = ['application/json', 'application/xml', 'text/plain'];

describe('an Accept header', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*', 'text/plain'],
    ['application/xml', 'application/xml'],
    ['APPLICATION/XML', 'application/xml'],
    ['application/xml, application/json;q=0.9', 'application/xml'],
    ['application/xml;q=0.9, application/json;q=0.9', 'application/json'],
    ['application/json;q=0.5, application/xml;q=0.501', 'application/xml'],
    ['*/*;q=0.1, application/xml;q=0.2', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['application/*;q=0, */*;q=0.1', 'text/plain'],
    ['application/*, application/json;q=0.1', 'application/xml'],
    ['application/xml;charset=utf-8', 'application/xml'],
    ['application/xml ; q=1.000', 'application/xml'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/xml'],
    // What cannot be parsed is ignored.
    ['*', 'application/json'],
    ['application/json;q=2', 'application/json'],
    ['application/json;q=high, application/xml', 'application/xml'],
    ['json', 'application/json'],
    [', ,', 'application/json'],
    // Nothing is acceptable.
    ['text/html', undefined],
    ['application/pdf, text/html;q=0.9', undefined],
    ['*/*;q=0', undefined],
    ['application/json;q=0.000, application/xml;q=0, text/plain;q=0', undefined],
  ])('%s chooses %s', (accept, chosen) => {
    expect(chooseMediaType(accept, offers)).toBe(chosen);
  });
});

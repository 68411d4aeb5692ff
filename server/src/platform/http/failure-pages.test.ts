import { describe, expect, it } from 'vitest';
import { prefersHtml } from './failure-pages.ts';

describe('a client', () => {
  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'text/html',
    'TEXT/HTML, application/json;q=0.5',
  ])('that sends Accept %s prefers HTML', (accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/html',
    'application/json, text/plain, */*',
    'text/html;q=0.5, */*',
    'application/problem+json',
    'text/html;q=0',
    'image/png',
    'text/html; q=x',
  ])('that sends Accept %s does not', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});

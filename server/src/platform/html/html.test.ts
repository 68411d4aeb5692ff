import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trustedHtml } from './html.ts';

describe('a template', () => {
  it('escapes its values', () => {
    const hostile = `<script>alert("1")</script>'&\``;
    expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;&#96;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;&#96;</p>',
    );
  });

  it('accepts HTML, lists of it, numbers, and undefined', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(String(html`<ul>${items}</ul>${undefined}${7}`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>7');
  });

  it('accepts trusted HTML of our own server unescaped', () => {
    expect(String(html`${trustedHtml('<form></form>')}`)).toBe('<form></form>');
  });

  it('never lets a text escape its position', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const inside = String(html`<p title="${text}">`).slice('<p title="'.length, -'">'.length);
        expect(inside).not.toMatch(/[<>"'`]/);
        expect(inside.replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&');
      }),
    );
  });
});

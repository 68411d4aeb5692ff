import { html, trustedHtml } from '#platform/html/html.ts';

/** Html page around the content of every message. */
export interface MailLayout {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** Sanitized when it was written. */
  readonly body: string;
}

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur']);

// Maintained by hand. Only what common mail readers support: one column, system fonts, colours for both schemes.
// Readers that drop the style sheet still show a readable page in their own colours.
const style = trustedHtml(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f4f4f5; color: #18181b; }
main { max-width: 600px; margin: 0 auto; padding: 24px; background: #ffffff;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
  font-size: 16px; line-height: 1.5; overflow-wrap: break-word; }
img { max-width: 100%; height: auto; }
a { color: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  body { background: #18181b; color: #f4f4f5; }
  main { background: #27272a; }
  a { color: #93c5fd; }
}`);

/** Returns the complete html document of a message. */
export function mailDocument({ body, language, title }: MailLayout): string {
  const [primary = ''] = language.toLowerCase().split('-');
  const direction = rightToLeft.has(primary) ? 'rtl' : 'ltr';
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${style}
</style>
</head>
<body>
<main lang="${language}" dir="${direction}">
${trustedHtml(body)}
</main>
</body>
</html>
`;
  return page.toString();
}

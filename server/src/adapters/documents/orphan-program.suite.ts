import { job, typst } from './document-renderer.suite.ts';
import { createDocumentRenderer } from './document-renderer.ts';

// A program that renders a PDF without end. A test kills it and looks for processes that it left behind.
const renderer = createDocumentRenderer({ documentTimeLimitMs: 600_000 });
await renderer.pdf(
  job(typst('#for i in range(3000) { for j in range(3000) { for k in range(3000) { let x = i } } }')),
);

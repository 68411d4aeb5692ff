import { renderDocx } from './render-docx.ts';
import { serve } from './serve.ts';

// Thread that renders docx files only. See document-renderer.ts.
serve(renderDocx);

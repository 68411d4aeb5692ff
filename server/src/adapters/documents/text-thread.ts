import { renderTexts } from './render-text.ts';
import { serve } from './serve.ts';

// Thread that renders texts only. See document-renderer.ts.
serve(renderTexts);

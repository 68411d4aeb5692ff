import { serve } from './serve.ts';
import { makeTexts } from './render-text.ts';

// A thread that makes texts, and nothing else. See press.ts.
serve(makeTexts);

import { makeTexts } from './render-text.ts';
import { serve } from './serve.ts';

// A thread that makes texts, and nothing else. See press.ts.
serve(makeTexts);

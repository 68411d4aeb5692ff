import { serve } from './serve.ts';
import { makeTexts } from './text-press.ts';

// A thread that makes texts, and nothing else. See press.ts.
serve(makeTexts);

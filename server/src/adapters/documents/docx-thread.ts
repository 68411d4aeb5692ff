import { makeDocx } from './render-docx.ts';
import { serve } from './serve.ts';

// A thread that makes docx files, and nothing else. See press.ts.
serve(makeDocx);

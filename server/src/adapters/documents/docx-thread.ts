import { makeDocx } from './docx-press.ts';
import { serve } from './serve.ts';

// A thread that makes docx files, and nothing else. See press.ts.
serve(makeDocx);

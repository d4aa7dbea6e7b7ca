import { timeLimited } from '../workers/time-limit.ts';
import { render as renderWithout } from './render.ts';
import { type Rendering, unrendered } from './rendering.ts';

/** ms to render a text: ten times the worst case. Measured after the parser is loaded. */
const LIMIT = 1_000;
const limited = timeLimited(renderWithout, LIMIT);

/** Falls back to plain text when the parser throws or takes too long. */
export function render(source: string): Rendering {
  try {
    return limited(source);
  } catch {
    return unrendered(source);
  }
}

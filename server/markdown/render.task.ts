import { timeLimited } from '../workers/time-limit.ts';
import { render as renderWithout } from './render.ts';
import { type Rendering, unrendered } from './rendering.ts';

/** What a text may take, ms: ten times what the longest does. It begins here, once the parser is loaded. */
const LIMIT = 1_000;
const limited = timeLimited(renderWithout, LIMIT);

/** What breaks the parser or takes too long is left as it was written. */
export function render(source: string): Rendering {
  try {
    return limited(source);
  } catch {
    return unrendered(source);
  }
}

import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { plainOf, type Rendering, unrendered } from './rendering.ts';

/** Characters: a table pads short rows, so that the HTML may be many times as long as its source. */
const LONGEST_HTML = 500_000;
const LONGEST_ADDRESS = 2_000;

const parser = new MarkdownIt({ html: false, linkify: true });
// Bare URLs are links only with http(s): `readme.md` is a file, not a site in Moldova.
parser.linkify?.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.validateLink = (url) => url.length <= LONGEST_ADDRESS && /^https?:\/\//i.test(url);
// A definition can be expanded by every three-character reference to it: the page would outgrow its source.
parser.disable(['image', 'reference']);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br', 'a', 'strong', 'em', 's', 'code'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
};

/** Sets headings to h3, below the section's own, and gives links `rel="noreferrer"`. */
function adapt(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = 'h3';
    if (token.type === 'link_open') token.attrSet('rel', 'noreferrer');
    if (token.children) adapt(token.children);
  }
}

function* wordsOf(tokens: Token[]): Generator<string> {
  for (const { type, children, content, block } of tokens) {
    if (children) yield* wordsOf(children);
    else if (type === 'softbreak' || type === 'hardbreak') yield ' ';
    else yield content;
    // Blocks are separated by a space.
    if (block) yield ' ';
  }
}

/** Renders a Markdown description to sanitised HTML and plain text, parsing it once. */
export function render(source: string): Rendering {
  const env = {};
  const tokens = parser.parse(source, env);
  adapt(tokens);
  const html = parser.renderer.render(tokens, parser.options, env);
  if (html.length > LONGEST_HTML) return unrendered(source);
  return { html: sanitizeHtml(html, allowed).trim(), plain: plainOf([...wordsOf(tokens)].join('')) };
}

import type { ReactNode } from 'react';

// A small part of Markdown, made into React elements: what is not recognised stays text, so nothing in a description
// can become markup (threat 17). Paragraphs, headings, `-` lists, **bold**, `code`, [links](https://…) and bare ones.

// The lengths are bounded so that a hostile text cannot make the search quadratic.
const inline =
  /\*\*(.{1,1000}?)\*\*|`([^`]{1,1000})`|\[([^\]]{1,300})\]\((https?:\/\/[^\s()]{1,2000})\)|(https?:\/\/[^\s<>()]{0,2000}[^\s<>().,;:!?'"])/g;

const external = (key: number, href: string, words: string) => (
  <a key={key} href={href} rel="noreferrer">
    {words}
  </a>
);

function inlineOf(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, bold, code, words, href, bare] = match;
    if (match.index > from) parts.push(text.slice(from, match.index));
    if (bold !== undefined) parts.push(<strong key={match.index}>{bold}</strong>);
    else if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else if (href !== undefined) parts.push(external(match.index, href, words ?? href));
    else if (bare !== undefined) parts.push(external(match.index, bare, bare));
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

const heading = /^#{1,6}\s+(.*?)\s*#*$/;
const item = /^\s*[-*]\s+(.*)$/;

interface Block {
  kind: 'heading' | 'list' | 'paragraph';
  lines: string[];
}

/** A blank line ends a block; a heading is one line; a list goes on while its lines begin with `-`. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const begin = (kind: Block['kind'], line: string) => {
    open = { kind, lines: [line] };
    blocks.push(open);
  };
  for (const line of source.split(/\r?\n/)) {
    const listed = item.exec(line)?.[1];
    const headed = heading.exec(line)?.[1];
    if (line.trim() === '') {
      open = undefined;
    } else if (headed !== undefined) {
      begin('heading', headed);
      open = undefined;
    } else if (listed !== undefined) {
      if (open?.kind === 'list') open.lines.push(listed);
      else begin('list', listed);
    } else if (open?.kind === 'list' && /^\s/.test(line)) {
      // An indented line goes on with the item above it.
      open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`);
    } else if (open?.kind === 'paragraph') {
      open.lines.push(line.trim());
    } else {
      begin('paragraph', line.trim());
    }
  }
  return blocks;
}

function blockOf({ kind, lines }: Block, key: number): ReactNode {
  if (kind === 'heading') return <h3 key={key}>{inlineOf(lines[0] ?? '')}</h3>;
  if (kind === 'paragraph') return <p key={key}>{inlineOf(lines.join(' '))}</p>;
  return (
    <ul key={key}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes order
        <li key={index}>{inlineOf(line)}</li>
      ))}
    </ul>
  );
}

/** The dataset's `detail`. Headings start at h3, below the section's own. */
export const Markdown = ({ source }: { source: string }): ReactNode => blocksOf(source).map(blockOf);

export type Run = { text: string; style: 'plain' | 'bold' | 'italic' | 'code' | 'link' };
export type Block = { kind: 'heading' | 'paragraph' | 'item'; runs: Run[] };

/** The subset of Markdown used by the demo's descriptions; see `detail` in demo-dataset.ts. */
export function parseMarkdown(source: string): Block[] {
  return source.split(/\n{2,}/).flatMap((chunk): Block[] => {
    if (chunk.startsWith('## ')) return [{ kind: 'heading', runs: parseRuns(chunk.slice(3)) }];
    if (!chunk.startsWith('- ')) return [{ kind: 'paragraph', runs: parseRuns(chunk.replaceAll('\n', ' ')) }];
    return chunk.split('\n').map((line) => ({ kind: 'item', runs: parseRuns(line.slice(2)) }));
  });
}

const marks = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|https?:\/\/[^\s,;)]*[^\s,;).])/;

export function parseRuns(text: string): Run[] {
  return text
    .split(marks)
    .filter((part) => part !== '')
    .map((part): Run => {
      if (part.startsWith('**')) return { text: part.slice(2, -2), style: 'bold' };
      if (part.startsWith('`')) return { text: part.slice(1, -1), style: 'code' };
      if (/^https?:/.test(part)) return { text: part, style: 'link' };
      return /^\*[^*]+\*$/.test(part)
        ? { text: part.slice(1, -1), style: 'italic' }
        : { text: part, style: 'plain' };
    });
}

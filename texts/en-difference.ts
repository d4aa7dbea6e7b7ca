/** The words of a comparison of two texts, line by line. A file of its own: it comes with what is compared. */
export const tDifference = {
  kinds: { added: 'Added', removed: 'Removed' },
  emptyLine: 'empty line',
  unchanged: (lines: number) => (lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`),
  none: 'The two texts are the same.',
} as const;

/** The packages have no types; what the test of citations uses of them. */
declare module '@citation-js/core' {
  interface Item {
    author?: object[];
    issued?: { 'date-parts'?: number[][] };
    [field: string]: unknown;
  }
  export const plugins: { input: { chain: (text: string, options: { forceType?: string }) => Item[] } };
}

declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';

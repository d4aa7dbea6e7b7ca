/** The package has no types; what the test of citations uses of it. */
declare module '@citation-js/core' {
  interface Item {
    author?: object[];
    issued?: { 'date-parts'?: number[][] };
    [field: string]: unknown;
  }
  export const plugins: { input: { chain: (text: string, options: { forceType?: string }) => Item[] } };
}

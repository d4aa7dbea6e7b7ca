/**
 * What Node is started with wherever the server is; deploy/ has the same. V8 then collects its heap when it has grown by
 * two fifths, not fourfold, and takes half as much for new objects: docs/decisions/0051-heap.md.
 */
export const NODE_OPTIONS = ['--heap-growing-percent=40', '--max-semi-space-size=16'];

/** And in which environment: glibc would keep memory that was freed for up to eight threads a core (there, too). */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/**
 * What Node is started with wherever the server is; deploy/ has the same. V8 then collects its heap when it has grown by
 * half, not fourfold, and takes half as much for new objects: docs/decisions/0051-heap.md.
 */
export const NODE_OPTIONS = ['--heap-growing-percent=50', '--max-semi-space-size=16'];

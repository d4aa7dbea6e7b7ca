export { changesBetween, type FileChange } from './changes.ts';
export { blobAt, fileAt, indexesOfHash, nameAt } from './columns.ts';
export type { ArchiveFile } from './entry.ts';
export { type FileList, inByteOrder, indexOfFile, makeFileList, runBelow } from './file-list.ts';
export { decodeLayout, encodeLayout, filesOf, type Layout, makeLayout, makeLayoutInTurns } from './layout.ts';
export { type ReadBlob, readArchive, type Segment, segmentsOf } from './read.ts';
export { inTurns } from './steps.ts';

/** One file that goes into an archive. */
export interface ArchiveFile {
  /** Its path in the archive, `/` between folders. */
  name: string;
  /** Bytes. */
  size: number;
  crc32: number;
  /** Lower-case hex. */
  sha256: string;
  /** Key of the blob with its bytes. */
  blob: string;
}

/** A member of an archive: its text must have exactly `size` bytes. */
export interface TarMember {
  name: string;
  /** Bytes. */
  size: number;
  text: Iterable<string>;
}

const BLOCK = 512;

const padding = (size: number): string => '\0'.repeat((BLOCK - (size % BLOCK)) % BLOCK);

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

const text = (value: string, length: number): Buffer => {
  const field = Buffer.alloc(length);
  const bytes = Buffer.from(value);
  if (bytes.length > length) throw new Error(`"${value}" is too long for a tar's header`);
  bytes.copy(field);
  return field;
};

/**
 * A header of POSIX.1-1988 (ustar): a plain file that anybody may read, of no one, at the given time.
 * @param folder UTF-8 of at most 155 bytes; `name` of at most 100
 */
function header(folder: string, { name, size }: TarMember, mtime: number): string {
  const fields = (checksum: string) =>
    Buffer.concat([
      text(name, 100),
      text(octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(mtime, 11), 48),
      text(checksum, 8),
      text('0', 1),
      Buffer.alloc(100),
      text('ustar\u000000', 8),
      Buffer.alloc(64),
      text(octal(0, 7) + octal(0, 7), 16),
      text(folder, 155),
      Buffer.alloc(12),
    ]);
  const sum = fields(' '.repeat(8)).reduce((total, byte) => total + byte, 0);
  return fields(`${octal(sum, 6)} `).toString('utf8');
}

/**
 * A tar of small texts in one folder, in pieces.
 * @param mtime seconds since 1970
 */
export function* tarOf(folder: string, members: readonly TarMember[], mtime: number): Generator<string> {
  for (const member of members) {
    yield header(folder, member, mtime);
    yield* member.text;
    yield padding(member.size);
  }
  yield '\0'.repeat(2 * BLOCK);
}

/** The byte records of PKWARE's APPNOTE 6.3.10, to whose sections the numbers below refer. */

const UINT16 = 0xffff;
const UINT32 = 0xffffffff;
/** Bit 11: the name is UTF-8 (4.4.4). */
const FLAGS = 0x0800;
/** 1980-01-01 00:00, the earliest DOS time: archives do not depend on the clock. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
/** Made by: UNIX (3), specification 4.5. */
const MADE_BY = 0x032d;
const REGULAR_FILE_0644 = 0o100644;

/** Bytes of an extra field's header, before its values. */
const EXTRA_HEAD = 4;
const LOCAL_HEAD = 30;
const CENTRAL_HEAD = 46;

/** The values of an entry's two headers. */
export interface EntryFacts {
  /** UTF-8. */
  name: Uint8Array;
  /** Bytes. */
  size: number;
  crc32: number;
  /** Offset of its local header from the archive's first byte. */
  offset: number;
}

const isBig = (value: number): boolean => value >= UINT32;
const neededVersion = (zip64: boolean): number => (zip64 ? 45 : 20);

/** Bytes of the ZIP64 extra field (4.5.3) with this number of 64-bit values. */
const extraLength = (values: number): number => (values === 0 ? 0 : EXTRA_HEAD + values * 8);

function writeExtra(into: Buffer, at: number, values: readonly number[]): void {
  if (values.length === 0) return;
  into.writeUInt16LE(0x0001, at);
  into.writeUInt16LE(values.length * 8, at + 2);
  values.forEach((value, index) => {
    into.writeBigUInt64LE(BigInt(value), at + EXTRA_HEAD + index * 8);
  });
}

export const localHeaderLength = (nameLength: number, size: number): number =>
  LOCAL_HEAD + nameLength + extraLength(isBig(size) ? 2 : 0);

export const centralHeaderLength = (nameLength: number, size: number, offset: number): number =>
  CENTRAL_HEAD + nameLength + extraLength((isBig(size) ? 2 : 0) + (isBig(offset) ? 1 : 0));

/** 4.3.7. A local ZIP64 extra field must have both sizes when one overflows; for a stored entry they are equal. */
export function localHeader({ name, size, crc32 }: EntryFacts): Buffer {
  const big = isBig(size);
  const head = Buffer.alloc(localHeaderLength(name.length, size));
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(neededVersion(big), 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DOS_TIME, 10);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt32LE(crc32, 14);
  head.writeUInt32LE(big ? UINT32 : size, 18);
  head.writeUInt32LE(big ? UINT32 : size, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extraLength(big ? 2 : 0), 28);
  head.set(name, LOCAL_HEAD);
  writeExtra(head, LOCAL_HEAD + name.length, big ? [size, size] : []);
  return head;
}

/** 4.3.12. Writes an entry's header of the central directory at `at`. */
export function writeCentralHeader(
  into: Buffer,
  at: number,
  { name, size, crc32, offset }: EntryFacts,
): void {
  const big = isBig(size);
  const far = isBig(offset);
  const values = [...(big ? [size, size] : []), ...(far ? [offset] : [])];
  into.fill(0, at, at + CENTRAL_HEAD);
  into.writeUInt32LE(0x02014b50, at);
  into.writeUInt16LE(MADE_BY, at + 4);
  into.writeUInt16LE(neededVersion(big || far), at + 6);
  into.writeUInt16LE(FLAGS, at + 8);
  into.writeUInt16LE(DOS_TIME, at + 12);
  into.writeUInt16LE(DOS_DATE, at + 14);
  into.writeUInt32LE(crc32, at + 16);
  into.writeUInt32LE(big ? UINT32 : size, at + 20);
  into.writeUInt32LE(big ? UINT32 : size, at + 24);
  into.writeUInt16LE(name.length, at + 28);
  into.writeUInt16LE(extraLength(values.length), at + 30);
  into.writeUInt32LE((REGULAR_FILE_0644 << 16) >>> 0, at + 38);
  into.writeUInt32LE(far ? UINT32 : offset, at + 42);
  into.set(name, at + CENTRAL_HEAD);
  writeExtra(into, at + CENTRAL_HEAD + name.length, values);
}

/** 4.3.14 to 4.3.16: the end record, preceded by the ZIP64 records where a number overflows. */
export function endRecords(of: { count: number; centralOffset: number; centralSize: number }): Buffer {
  const zip64 = of.count >= UINT16 || of.centralOffset >= UINT32 || of.centralSize >= UINT32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(of.count, UINT16), 8);
  end.writeUInt16LE(Math.min(of.count, UINT16), 10);
  end.writeUInt32LE(Math.min(of.centralSize, UINT32), 12);
  end.writeUInt32LE(Math.min(of.centralOffset, UINT32), 16);
  if (!zip64) return end;
  const end64 = Buffer.alloc(56 + 20);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(45, 14);
  end64.writeBigUInt64LE(BigInt(of.count), 24);
  end64.writeBigUInt64LE(BigInt(of.count), 32);
  end64.writeBigUInt64LE(BigInt(of.centralSize), 40);
  end64.writeBigUInt64LE(BigInt(of.centralOffset), 48);
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(of.centralOffset + of.centralSize), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, end]);
}

import type { ArchiveEntry } from './entry.ts';

/** The byte records of PKWARE's APPNOTE 6.3.10; the section numbers below are its own. */

const UINT16 = 0xffff;
const UINT32 = 0xffffffff;
/** Bit 11: the name is UTF-8 (4.4.4). */
const FLAGS = 0x0800;
/** 1980-01-01 00:00, the first moment that a DOS time can say: archives do not change with the clock. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
/** Made by: UNIX (3), specification 4.5. */
const MADE_BY = 0x032d;
const REGULAR_FILE_0644 = 0o100644;

const needed = (zip64: boolean): number => (zip64 ? 45 : 20);

/** ZIP64 extra field (4.5.3) with just those 64-bit values that overflow. */
function zip64Extra(values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  });
  return extra;
}

/** 4.3.7. Both sizes must be in a local ZIP64 extra field when one overflows; stored, they are the same. */
export function localHeader({ name, size, crc32 }: ArchiveEntry): Buffer {
  const big = size >= UINT32;
  const bytes = Buffer.from(name, 'utf8');
  const extra = zip64Extra(big ? [size, size] : []);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(needed(big), 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(0, 8);
  head.writeUInt16LE(DOS_TIME, 10);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt32LE(crc32, 14);
  head.writeUInt32LE(big ? UINT32 : size, 18);
  head.writeUInt32LE(big ? UINT32 : size, 22);
  head.writeUInt16LE(bytes.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, bytes, extra]);
}

/** 4.3.12. */
export function centralHeader({ name, size, crc32, offset }: ArchiveEntry): Buffer {
  const big = size >= UINT32;
  const far = offset >= UINT32;
  const bytes = Buffer.from(name, 'utf8');
  const extra = zip64Extra([...(big ? [size, size] : []), ...(far ? [offset] : [])]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_BY, 4);
  head.writeUInt16LE(needed(big || far), 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(0, 10);
  head.writeUInt16LE(DOS_TIME, 12);
  head.writeUInt16LE(DOS_DATE, 14);
  head.writeUInt32LE(crc32, 16);
  head.writeUInt32LE(big ? UINT32 : size, 20);
  head.writeUInt32LE(big ? UINT32 : size, 24);
  head.writeUInt16LE(bytes.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE((REGULAR_FILE_0644 << 16) >>> 0, 38);
  head.writeUInt32LE(far ? UINT32 : offset, 42);
  return Buffer.concat([head, bytes, extra]);
}

/** 4.3.14 to 4.3.16: the end record, with its ZIP64 forerunners where a number overflows. */
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

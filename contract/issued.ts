/**
 * When a version came out, for citations: published, or, if that is later, the day from which its files are handed out
 * (DataCite 4.7, publicationYear). ISO 8601, a time or a day; null: never published.
 */
export function issuedOf(version: {
  publishedAt: string | null;
  embargoUntil: string | null;
}): string | null {
  const { publishedAt, embargoUntil } = version;
  if (publishedAt === null || embargoUntil === null) return publishedAt;
  return embargoUntil > publishedAt.slice(0, 10) ? embargoUntil : publishedAt;
}

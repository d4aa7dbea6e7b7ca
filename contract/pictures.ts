/**
 * Sample images are kept at several widths and in several formats. Which ones follows from the path of the default
 * image, which a dataset's `samples` names: `samples/<id>-<width>x<height>.webp`. Its variants lie beside it, at
 * `samples/<id>-<width>x<height>/<their width>.<format>`. A path without dimensions has no variants.
 */

/** By preference: a browser takes the first that it supports. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Pixels; the largest is the default's. Images are never enlarged. */
export const pictureWidths = [320, 640, 960] as const;
export const largestPicture = pictureWidths[2];

/** Pixels of the default image. */
export interface PictureSize {
  width: number;
  height: number;
}

/** @param id of the image; 20 characters, safe in a path */
export const picturePath = (id: string, { width, height }: PictureSize): string =>
  `samples/${id}-${width}x${height}.webp`;

/** Parses the dimensions from a default image's path; undefined for a path without variants. */
export function pictureSize(path: string): PictureSize | undefined {
  const [, width, height] = /^samples\/[\w-]{20}-(\d+)x(\d+)\.webp$/.exec(path) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

/** The widths of an image's variants, ascending: the default's own, and the standard ones below it. */
export const widthsOf = ({ width }: PictureSize): number[] => [
  ...pictureWidths.filter((usual) => usual < width),
  width,
];

/** Paths of all variants, the default included; empty for a path without variants. */
export function picturePaths(path: string): string[] {
  const size = pictureSize(path);
  if (!size) return [];
  return widthsOf(size).flatMap((width) =>
    pictureFormats.map((format) => pictureVariant(path, width, format)),
  );
}

/** Path of a variant; the WebP of full width is the default image itself. */
export function pictureVariant(path: string, width: number, format: PictureFormat): string {
  if (format === 'webp' && width === pictureSize(path)?.width) return path;
  return `${path.replace(/\.webp$/, '')}/${width}.${format}`;
}

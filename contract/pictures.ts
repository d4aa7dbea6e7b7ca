/**
 * Sample images are kept at several widths and in several formats. Which ones follows from the path of the default
 * one, which a dataset's `samples` names: `samples/<id>-<width>x<height>.webp`. Its other forms lie beside it, at
 * `samples/<id>-<width>x<height>/<their width>.<format>`. A path without sizes has no other forms.
 */

/** Best first: a browser takes the first that it knows. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Pixels; the largest is the default's. A picture is never enlarged. */
export const pictureWidths = [320, 640, 960] as const;
export const largestPicture = pictureWidths[2];

/** Pixels of the default picture. */
export interface PictureSize {
  width: number;
  height: number;
}

/** @param id of the picture; 20 characters that a path may hold */
export const picturePath = (id: string, { width, height }: PictureSize): string =>
  `samples/${id}-${width}x${height}.webp`;

/** What the path of a default picture says; undefined for one that has no other forms. */
export function pictureSize(path: string): PictureSize | undefined {
  const [, width, height] = /^samples\/[\w-]{20}-(\d+)x(\d+)\.webp$/.exec(path) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

/** The widths that a picture is kept at, narrowest first: the default's own, and the usual ones below it. */
export const widthsOf = ({ width }: PictureSize): number[] => [
  ...pictureWidths.filter((usual) => usual < width),
  width,
];

/** Where all forms of a picture lie, the default one among them; none for one that has no other forms. */
export function picturePaths(path: string): string[] {
  const size = pictureSize(path);
  if (!size) return [];
  return widthsOf(size).flatMap((width) =>
    pictureFormats.map((format) => pictureVariant(path, width, format)),
  );
}

/** Where another form of a picture lies; the WebP of full width is the default itself. */
export function pictureVariant(path: string, width: number, format: PictureFormat): string {
  if (format === 'webp' && width === pictureSize(path)?.width) return path;
  return `${path.replace(/\.webp$/, '')}/${width}.${format}`;
}

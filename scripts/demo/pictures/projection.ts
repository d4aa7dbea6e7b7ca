import type { Point } from './svg.ts';

const radians = Math.PI / 180;

export type Projection = (place: Point) => Point;

/** Natural Earth (Šavrič et al. 2011): a calm world map. `size` is half the picture's width in radians. */
export function naturalEarth(centre: Point, size: number): Projection {
  return ([longitude, latitude]) => {
    const lambda = longitude * radians;
    const phi = latitude * radians;
    const square = phi * phi;
    const fourth = square * square;
    const x =
      lambda *
      (0.8707 - 0.131979 * square + fourth * (-0.013791 + fourth * (0.003971 * square - 0.001529 * fourth)));
    const y =
      phi * (1.007226 + square * (0.015085 + fourth * (-0.044475 + 0.028874 * square - 0.005916 * fourth)));
    return [centre[0] + x * size, centre[1] - y * size];
  };
}

/** Albers' equal-area conic for the 48 states: parallels 29.5 and 45.5, centred on 96° W, 37.5° N. */
export function albersStates(centre: Point, size: number): Projection {
  const [first, second] = [Math.sin(29.5 * radians), Math.sin(45.5 * radians)];
  const n = (first + second) / 2;
  const c = 1 - first * first + 2 * n * first;
  const radius = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * radians)) / n;
  const zero = radius(37.5);
  return ([longitude, latitude]) => {
    const theta = n * (longitude + 96) * radians;
    const r = radius(latitude);
    return [centre[0] + r * Math.sin(theta) * size, centre[1] + (r * Math.cos(theta) - zero) * size];
  };
}

/** Good enough for one city: degrees, with longitudes shortened by the cosine of the latitude. */
export function local(middle: Point, centre: Point, pixelsPerDegree: number): Projection {
  const shorten = Math.cos(middle[1] * radians);
  return ([longitude, latitude]) => [
    centre[0] + (longitude - middle[0]) * shorten * pixelsPerDegree,
    centre[1] - (latitude - middle[1]) * pixelsPerDegree,
  ];
}

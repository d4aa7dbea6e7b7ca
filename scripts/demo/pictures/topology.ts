import type { Point } from './svg.ts';

/** As much of TopoJSON as the demo's four maps use. https://github.com/topojson/topojson-specification */
export type Topology = {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: Record<string, Geometry>;
};

type Geometry =
  | { type: 'GeometryCollection'; geometries: Geometry[] }
  | { type: 'MultiPolygon'; id?: string | number; arcs: number[][][] }
  | { type: 'Polygon'; id?: string | number; arcs: number[][] }
  | { type: 'LineString'; id?: string | number; arcs: number[] };

export type Shape = { id: string; rings: Point[][] };

/** Every shape of one object, in degrees of longitude and latitude. */
export function shapes(topology: Topology, objectName: string): Shape[] {
  const object = topology.objects[objectName];
  if (!object) throw new Error(`the map has no ${objectName}`);
  const arcs = topology.arcs.map((arc) => decode(arc, topology.transform));
  const join = (indexes: readonly number[]) => indexes.flatMap((index) => arcAt(arcs, index));
  const rings = (geometry: Exclude<Geometry, { type: 'GeometryCollection' }>): Point[][] => {
    if (geometry.type === 'LineString') return [join(geometry.arcs)];
    return geometry.type === 'Polygon' ? geometry.arcs.map(join) : geometry.arcs.flat().map(join);
  };
  const flat = object.type === 'GeometryCollection' ? object.geometries : [object];
  return flat.flatMap((geometry) =>
    geometry.type === 'GeometryCollection' ? [] : [{ id: String(geometry.id ?? ''), rings: rings(geometry) }],
  );
}

// Arcs are stored as integer steps; ~index means the arc backwards.
function decode(arc: readonly Point[], { scale, translate }: Topology['transform']): Point[] {
  let x = 0;
  let y = 0;
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

function arcAt(arcs: readonly Point[][], index: number): Point[] {
  return index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []);
}

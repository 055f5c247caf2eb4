import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  OctahedronGeometry,
  SphereGeometry,
} from 'three'
import { type GuestAppearance, headShapes } from '#features/venue/hall/guest-appearance.ts'
import { hallCapacity } from '#features/venue/hall/hall-rules.ts'
import { bakeLight } from './baked-light.ts'

/** Two full halls may briefly be shown as one. */
const maxFigures = hallCapacity * 2

/** Kinds of parts of a figure. */
export type PartKind = GuestAppearance['head'] | 'body' | 'arm'

/** Draws the parts of all figures. Each frame puts them again, after `clear` and before `show`. */
export type FigureDrawing = {
  object: Object3D
  clear(): void
  put(kind: PartKind, place: Matrix4, color: Color): void
  show(): void
  dispose(): void
}

/** Distance from the shoulder to the middle of an arm, in meters. */
const armCenter = 0.28

/** Creates parts for a graphics card: one draw call for each kind, whatever the number of figures. */
export function createInstancedParts(): FigureDrawing {
  const group = new Group()
  const material = new MeshLambertMaterial()
  const instanced = (geometry: BufferGeometry, count: number) => {
    const mesh = new InstancedMesh(geometry, material, count)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false
    mesh.count = 0
    group.add(mesh)
    return mesh
  }
  const meshes: Record<PartKind, InstancedMesh> = {
    body: instanced(new CapsuleGeometry(0.27, 0.75, 4, 12), maxFigures),
    arm: instanced(new CapsuleGeometry(0.07, 0.5, 3, 8).translate(0, -armCenter, 0), maxFigures * 2),
    sphere: instanced(new SphereGeometry(0.24, 16, 12), maxFigures),
    box: instanced(new BoxGeometry(0.4, 0.4, 0.4), maxFigures),
    cone: instanced(new ConeGeometry(0.28, 0.5, 16), maxFigures),
    gem: instanced(new OctahedronGeometry(0.3), maxFigures),
  }
  return {
    object: group,
    clear(): void {
      for (const mesh of Object.values(meshes)) mesh.count = 0
    },
    put(kind, place, color): void {
      const mesh = meshes[kind]
      const index = mesh.count
      if (index >= mesh.instanceMatrix.count) return
      mesh.setMatrixAt(index, place)
      mesh.setColorAt(index, color)
      mesh.count = index + 1
    },
    show(): void {
      for (const mesh of Object.values(meshes)) {
        mesh.visible = mesh.count > 0
        mesh.instanceMatrix.needsUpdate = true
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
      }
    },
    dispose(): void {
      for (const mesh of Object.values(meshes)) {
        mesh.geometry.dispose()
        mesh.dispose()
      }
      material.dispose()
    },
  }
}

/** A part as numbers: positions and light of its vertices, three numbers each, and the vertices of its triangles. */
type PartShape = { positions: ArrayLike<number>; light: ArrayLike<number>; triangles: ArrayLike<number> }

/**
 * Creates parts for a browser that draws on the processor: one draw call for all figures, because each call costs as
 * much there as hundreds of triangles. The parts have fewer sides and baked light.
 */
export function createMergedParts(): FigureDrawing {
  const shapes: Record<PartKind, PartShape> = {
    body: shapeOf(new CapsuleGeometry(0.27, 0.75, 1, 6)),
    arm: shapeOf(new CylinderGeometry(0.07, 0.07, 0.6, 3, 1, true).translate(0, -armCenter, 0)),
    sphere: shapeOf(new SphereGeometry(0.24, 7, 5)),
    box: shapeOf(new BoxGeometry(0.4, 0.4, 0.4)),
    cone: shapeOf(new ConeGeometry(0.28, 0.5, 6)),
    gem: shapeOf(new OctahedronGeometry(0.3)),
  }
  const inAll = (countOf: (shape: PartShape) => number) =>
    maxFigures *
    (countOf(shapes.body) + 2 * countOf(shapes.arm) + Math.max(...headShapes.map((head) => countOf(shapes[head]))))
  const numbers = inAll(({ positions }) => positions.length)
  const positions = new BufferAttribute(new Float32Array(numbers), 3).setUsage(DynamicDrawUsage)
  const colors = new BufferAttribute(new Float32Array(numbers), 3).setUsage(DynamicDrawUsage)
  const triangles = new BufferAttribute(new Uint16Array(inAll((shape) => shape.triangles.length)), 1)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', positions)
  geometry.setAttribute('color', colors)
  geometry.setIndex(triangles.setUsage(DynamicDrawUsage))
  const material = new MeshBasicMaterial({ vertexColors: true })
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  const used = { numbers: 0, corners: 0 }

  return {
    object: mesh,
    clear(): void {
      Object.assign(used, { numbers: 0, corners: 0 })
    },
    put(kind, { elements: at }, { r, g, b }): void {
      const shape = shapes[kind]
      const size = shape.positions.length
      if (used.numbers + size > positions.array.length) return
      if (used.corners + shape.triangles.length > triangles.array.length) return
      const firstVertex = used.numbers / 3
      for (const corner of shape.triangles as Iterable<number> & ArrayLike<number>)
        triangles.array[used.corners++] = firstVertex + corner
      for (let number = 0; number < size; number += 3) {
        const x = shape.positions[number]!
        const y = shape.positions[number + 1]!
        const z = shape.positions[number + 2]!
        const light = shape.light[number]!
        const to = used.numbers + number
        positions.array[to] = at[0]! * x + at[4]! * y + at[8]! * z + at[12]!
        positions.array[to + 1] = at[1]! * x + at[5]! * y + at[9]! * z + at[13]!
        positions.array[to + 2] = at[2]! * x + at[6]! * y + at[10]! * z + at[14]!
        colors.array[to] = r * light
        colors.array[to + 1] = g * light
        colors.array[to + 2] = b * light
      }
      used.numbers += size
    },
    show(): void {
      mesh.visible = used.corners > 0
      geometry.setDrawRange(0, used.corners)
      for (const [attribute, count] of [
        [positions, used.numbers],
        [colors, used.numbers],
        [triangles, used.corners],
      ] as const) {
        // Only the used part is sent to be drawn.
        attribute.clearUpdateRanges()
        attribute.addUpdateRange(0, count)
        attribute.needsUpdate = true
      }
    },
    dispose(): void {
      geometry.dispose()
      material.dispose()
    },
  }
}

function shapeOf(geometry: BufferGeometry): PartShape {
  bakeLight(geometry)
  const positions = geometry.getAttribute('position')
  return {
    positions: positions.array,
    light: geometry.getAttribute('color').array,
    triangles: geometry.index?.array ?? Array.from({ length: positions.count }, (_, index) => index),
  }
}

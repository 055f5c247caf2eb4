import {
  BoxGeometry,
  BufferGeometry,
  CircleGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  RingGeometry,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { stageCentre } from '#features/venue/hall/hall-rules.ts'
import { bakeLight } from './baked-light.ts'

/** Color of the air, the warm black of the site. */
export const airColour = 0x15110d

/** The floor with its rings, and the rows of benches. */
export type Ground = { object: Object3D; dispose(): void }

const centre = { x: stageCentre.x / 100, z: stageCentre.z / 100 }
const floorRadius = 44
const benchColour = 0x5a4636

/** Creates the ground for a graphics card, which lights it. */
export function createGround(): Ground {
  const floor = new Mesh(layOut(new CircleGeometry(floorRadius, 48)), new MeshLambertMaterial({ color: 0x3a3027 }))
  const places = benchPlaces()
  const benches = new InstancedMesh(createBench(), new MeshLambertMaterial({ color: benchColour }), places.length)
  places.forEach((place, index) => benches.setMatrixAt(index, place))
  return groundOf(floor, benches, createRings({ metres: 2, segments: 72 }))
}

/**
 * Creates the ground for a browser that draws on the processor: floor and benches are one shape, whose floor is bright
 * at the stage and fades into the air without lights and fog.
 */
export function createSimpleGround(): Ground {
  const floor = layOut(new RingGeometry(0.1, floorRadius, 24, 6))
  const points = floor.getAttribute('position')
  const [near, air] = [new Color(0x3f3228), new Color(airColour)]
  const colors = Array.from({ length: points.count }, (_, index) => {
    const share = Math.hypot(points.getX(index) - centre.x, points.getZ(index) - centre.z) / floorRadius
    return near
      .clone()
      .lerp(air, Math.min(1, share * 1.15))
      .toArray()
  }).flat()
  floor.setAttribute('color', new Float32BufferAttribute(colors, 3))
  const benches = benchPlaces().map((place) => bakeLight(createBench().applyMatrix4(place), new Color(benchColour)))
  const shape = new Mesh(mergeGeometries([floor, ...benches]), new MeshBasicMaterial({ vertexColors: true }))
  return groundOf(shape, createRings({ metres: 4, segments: 24 }))
}

function groundOf(...parts: (Mesh | LineSegments)[]): Ground {
  return {
    object: new Group().add(...parts),
    dispose(): void {
      for (const part of parts) {
        part.geometry.dispose()
        ;[part.material].flat().forEach((material) => material.dispose())
        if (part instanceof InstancedMesh) part.dispose()
      }
    },
  }
}

/** Lays a flat shape on the floor around the stage. */
const layOut = <Geometry extends BufferGeometry>(geometry: Geometry) =>
  geometry.rotateX(-Math.PI / 2).translate(centre.x, 0, centre.z)

const createBench = () => new BoxGeometry(1.9, 0.4, 0.48).translate(0, 0.21, 0)

/** Two wings of curved rows with a free area for dancing between them. */
function benchPlaces(): Matrix4[] {
  const places: Matrix4[] = []
  for (let row = 0; row < 5; row += 1) {
    const radius = 15 + row * 2.2
    for (const wing of [-1, 1])
      for (let index = 0; index < 4; index += 1) {
        const angle = wing * (0.5 + index * 0.14)
        const [x, z] = [centre.x + Math.sin(angle) * radius, centre.z + Math.cos(angle) * radius]
        places.push(new Matrix4().makeRotationY(angle).setPosition(x, 0, z))
      }
  }
  return places
}

/** Rings on the floor around the stage, like waves. @param options.metres Distance between two rings. */
function createRings({ metres, segments }: { metres: number; segments: number }): LineSegments {
  const points: number[] = []
  for (let radius = 8; radius <= 34; radius += metres)
    for (let step = 0; step < segments; step += 1)
      for (const end of [step, step + 1]) {
        const angle = (end / segments) * 2 * Math.PI
        points.push(centre.x + Math.sin(angle) * radius, 0.01, centre.z + Math.cos(angle) * radius)
      }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return new LineSegments(geometry, new LineBasicMaterial({ color: 0x6b5a49, transparent: true, opacity: 0.5 }))
}

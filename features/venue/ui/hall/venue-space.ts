import {
  AdditiveBlending,
  BoxGeometry,
  BufferGeometry,
  CircleGeometry,
  Color,
  ConeGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  FogExp2,
  Group,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PointLight,
  Points,
  PointsMaterial,
} from 'three'
import { randomFrom } from '#shared/chladni-random.ts'
import { stageCentre } from '#features/venue/hall/hall-rules.ts'

/** Color of the air, the warm black of the site. */
export const airColour = 0x15110d

const beamCount = 5

/**
 * Creates the space around the stage: floor, rows of benches, light beams, dust and fog.
 *
 * @param options.isSimple Whether the shapes have fewer sides, for devices without a graphics card.
 */
export function createVenueSpace({ isSimple }: { isSimple: boolean }) {
  const group = new Group()
  const centre = { x: stageCentre.x / 100, z: stageCentre.z / 100 }
  const floor = new Mesh(new CircleGeometry(44, 48), new MeshLambertMaterial({ color: 0x3a3027 }))
  floor.rotation.x = -Math.PI / 2
  floor.position.set(centre.x, 0, centre.z)
  const benches = createBenches()
  const beams = new InstancedMesh(
    createBeam(isSimple ? 8 : 24),
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: 0.05,
      blending: AdditiveBlending,
      depthWrite: false,
      side: DoubleSide,
      fog: false,
    }),
    beamCount,
  )
  const beam = beams.material as MeshBasicMaterial
  const dust = createDust()
  const hemisphere = new HemisphereLight(0xe8dcc8, 0x3a2f26, 1.3)
  const front = new DirectionalLight(0xfff2dd, 1.4)
  front.position.set(6, 12, 18)
  const stageLight = new PointLight(0xff9a4d, 30, 26, 1.6)
  stageLight.position.set(centre.x, 3.2, centre.z + 1)
  const rings = createRings(centre, isSimple ? 36 : 72)
  group.add(floor, rings, benches, beams, dust, hemisphere, front, stageLight)

  const matrix = new Matrix4()
  const tilt = new Matrix4()
  let seconds = 0

  return {
    group,
    fog: new FogExp2(airColour, 0.028),
    /** Moves beams and dust. @param hue Hue of the figure on the plate. @param brightness Calm loudness, 0…1. */
    update(passedSeconds: number, hue: number, brightness: number): void {
      seconds += passedSeconds
      for (let index = 0; index < beamCount; index += 1) {
        const swing = Math.sin(seconds * 0.35 + index * 1.7)
        matrix.makeTranslation(centre.x + (index - (beamCount - 1) / 2) * 3.4, 13, centre.z - 1)
        tilt.makeRotationZ(0.28 * swing).multiply(new Matrix4().makeRotationX(-0.25 + 0.12 * swing))
        beams.setMatrixAt(index, matrix.multiply(tilt))
        beams.setColorAt(index, new Color().setHSL(((hue + index * 24) % 360) / 360, 0.6, 0.6))
      }
      beams.instanceMatrix.needsUpdate = true
      if (beams.instanceColor) beams.instanceColor.needsUpdate = true
      beam.opacity = 0.1 + 0.12 * brightness
      stageLight.color.setHSL(hue / 360, 0.5, 0.6)
      stageLight.intensity = 18 + 50 * brightness
      dust.rotation.y = seconds * 0.01
    },
    dispose(): void {
      for (const { geometry, material } of [floor, rings, benches, beams, dust]) {
        geometry.dispose()
        ;[material].flat().forEach((one) => one.dispose())
      }
      benches.dispose()
      beams.dispose()
    },
  }
}

/** A cone of light that fades downwards from the lamp at its tip. */
function createBeam(sides: number): ConeGeometry {
  const length = 12
  const cone = new ConeGeometry(1.5, length, sides, 6, true).translate(0, -length / 2, 0)
  const heights = cone.getAttribute('position')
  const colours = Array.from({ length: heights.count }, (_, index) => {
    const share = Math.max(0, 1 + heights.getY(index) / length) ** 1.5
    return [share, share, share]
  }).flat()
  cone.setAttribute('color', new Float32BufferAttribute(colours, 3))
  return cone
}

/** Two wings of curved rows with a free area for dancing between them. */
function createBenches(): InstancedMesh {
  const places: { x: number; z: number; angle: number }[] = []
  for (let row = 0; row < 5; row += 1) {
    const radius = 15 + row * 2.2
    for (const wing of [-1, 1])
      for (let index = 0; index < 4; index += 1) {
        const angle = wing * (0.5 + index * 0.14)
        places.push({
          x: stageCentre.x / 100 + Math.sin(angle) * radius,
          z: stageCentre.z / 100 + Math.cos(angle) * radius,
          angle,
        })
      }
  }
  const benches = new InstancedMesh(
    new BoxGeometry(1.9, 0.4, 0.48).translate(0, 0.21, 0),
    new MeshLambertMaterial({ color: 0x5a4636 }),
    places.length,
  )
  places.forEach(({ x, z, angle }, index) =>
    benches.setMatrixAt(index, new Matrix4().makeRotationY(angle).setPosition(x, 0, z)),
  )
  return benches
}

/** Rings on the floor around the stage, like waves. */
function createRings(
  { x, z }: { x: number; z: number },
  segments: number,
): LineSegments<BufferGeometry, LineBasicMaterial> {
  const points: number[] = []
  for (let radius = 8; radius <= 34; radius += 2)
    for (let step = 0; step < segments; step += 1)
      for (const end of [step, step + 1]) {
        const angle = (end / segments) * 2 * Math.PI
        points.push(x + Math.sin(angle) * radius, 0.01, z + Math.cos(angle) * radius)
      }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return new LineSegments(geometry, new LineBasicMaterial({ color: 0x6b5a49, transparent: true, opacity: 0.5 }))
}

function createDust(): Points<BufferGeometry, PointsMaterial> {
  const random = randomFrom(20)
  const points = Array.from({ length: 260 }, () => [
    (random() - 0.5) * 36,
    0.4 + random() * 7,
    (random() - 0.5) * 36 + 2,
  ]).flat()
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return new Points(
    geometry,
    new PointsMaterial({ size: 0.04, color: 0xd9c7ac, transparent: true, opacity: 0.35, depthWrite: false }),
  )
}
